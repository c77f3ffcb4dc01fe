import { expect, it } from 'vitest';
import { signatureOf } from './signature.ts';

/** The examples in Amazon's documentation of Signature Version 4 for S3, with the key that stands there. */
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const examples = [
  {
    ...{ method: 'GET', path: '/test.txt', body: '', more: { range: 'bytes=0-9', 'x-amz-content-sha256': empty } },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    ...{ method: 'PUT', path: '/test%24file.text', body: 'Welcome to Amazon S3.' },
    more: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    ...{ method: 'GET', path: '/?lifecycle', body: '', more: { 'x-amz-content-sha256': empty } },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    ...{ method: 'GET', path: '/?max-keys=2&prefix=J', body: '', more: { 'x-amz-content-sha256': empty } },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

it.each(examples)('the tests’ S3 server computes the signature that is documented for $method $path', (example) => {
  const { method, path, body, more, signature } = example;
  const headers = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z', ...more };
  const scope = { date: '20130524', region: 'us-east-1', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
  const arrived = { method, path, headers, body: Buffer.from(body) };
  expect(signatureOf(arrived, Object.keys(headers).sort(), scope)).toBe(signature);
});
