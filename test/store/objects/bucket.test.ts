import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { bucketAt } from '../../../origin/store/objects/s3/bucket.ts';
import { pageOf } from '../../../origin/store/objects/s3/listing.ts';
import { type Answer, type Asked, failed, openS3 } from '../../servers/s3/server.ts';
import { objectsOf } from './kinds.ts';

const text = Buffer.from('what was put');

/** The first requests meet the fault, all others none. */
const first = <Fault>(times: number, fault: Fault) => {
  let left = times;
  return () => {
    left -= 1;
    return left >= 0 ? fault : undefined;
  };
};

it('a bucket is asked with one signature a request: the key that signs is derived once', async () => {
  await using server = await openS3();
  const objects = objectsOf(server);
  await objects.put('there', text);
  const sign = vi.spyOn(crypto.subtle, 'sign');
  for (let nth = 0; nth < 5; nth += 1) await objects.get('there');
  // Four more where a day begins meanwhile.
  expect(sign.mock.calls.length).toBeLessThan(10);
  sign.mockRestore();
});

describe('a bucket that fails for a while', () => {
  it.each<[string, Answer | 'lost' | 'cut' | 'never']>([
    ['SlowDown', failed(503, 'SlowDown')],
    ['too many requests', { ...failed(429, 'TooManyRequests'), headers: { 'retry-after': '0' } }],
    ['an error inside', failed(500, 'InternalError')],
    ['a conflict', failed(409, 'OperationAborted')],
    ['a connection that ends before the answer', 'lost'],
    ['a connection that ends within the answer', 'cut'],
    ['no answer', 'never'],
    [
      'other bytes than those that were put',
      { status: 200, headers: { 'x-amz-checksum-sha256': 'AAAA' }, body: 'what was pot' },
    ],
  ])('is asked again: %s', async (_, fault) => {
    await using server = await openS3();
    const objects = objectsOf(server);
    await objects.put('there', text);
    server.state.fault = first(2, fault);
    expect(await objects.get('there')).toEqual(text);
    // A put of which the server says another sum is no put.
    if (typeof fault !== 'object' || fault.status !== 200) {
      server.state.fault = first(2, fault);
      await objects.put('there', Buffer.from('again'));
      expect(server.objects.get('registry/there')?.bytes.toString()).toBe('again');
      server.state.fault = first(2, fault);
      await objects.delete('there');
      expect(server.objects.size).toBe(0);
    }
  });

  it('is asked four times and not on and on, and the code says why', async () => {
    await using server = await openS3();
    const objects = objectsOf(server);
    server.state.fault = () => failed(503, 'SlowDown');
    await expect(objects.get('there')).rejects.toMatchObject({ code: 'SlowDown' });
    expect(server.asked).toHaveLength(4);
    await server.away();
    await expect(objects.get('there')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
      message: `Can’t reach ${new URL(server.endpoint).host}: ECONNREFUSED.`,
    });
  });
});

describe('a put into a bucket', () => {
  it('that is cut in the middle leaves what was there', async () => {
    await using server = await openS3();
    const objects = objectsOf(server);
    await objects.put('there', text);
    const large = randomBytes(20_000_000);
    const cutting = server.cutBodies();
    await expect(objects.put('there', large)).rejects.toMatchObject({ message: expect.stringMatching(/^Can’t reach/) });
    cutting.end();
    expect(await objects.get('there')).toEqual(text);
  });

  it('is one only where the server keeps those bytes', async () => {
    await using server = await openS3({ tellsSums: false });
    const objects = objectsOf(server);
    server.state.fault = ({ action }) =>
      action === 's3:PutObject' ? { status: 200, headers: { etag: `"${'0'.repeat(32)}"` } } : undefined;
    await expect(objects.put('there', text)).rejects.toMatchObject({ code: 'BadDigest' });
    server.state.fault = () => ({ status: 200, headers: { etag: '"1"', 'x-amz-checksum-sha256': 'AAAA' } });
    await expect(objects.put('there', text)).rejects.toMatchObject({ code: 'BadDigest' });
  });
});

describe('a bucket that can’t be used', () => {
  const secrets = ['wJalr/XUtnFEMI+K7MDENG', 'IQoJb3/+='];
  const quoting = '<StringToSign>x-amz-security-token:IQoJb3/+= wJalr/XUtnFEMI+K7MDENG</StringToSign>';
  it.each<[string, Record<string, string>, Answer | undefined, RegExp]>([
    ['is not there', { address: 's3://other/registry' }, undefined, /^There is no bucket other at .*Create it, or/],
    ['has other keys', { accessKeyId: 'AKIDOTHER' }, undefined, /Correct AWS_ACCESS_KEY_ID/],
    ['has another secret', { secretAccessKey: 'other' }, undefined, /Correct AWS_SECRET_ACCESS_KEY/],
    ['wants another token', { sessionToken: 'old' }, undefined, /^AWS_SESSION_TOKEN has expired/],
    ['is elsewhere', { region: 'eu-test-2' }, undefined, /is in another region. Set AWS_REGION=eu-test-1/],
    [
      ...(['is elsewhere and redirects', {}] as const),
      { status: 301, headers: { location: 'http://127.0.0.1:1/', 'x-amz-bucket-region': 'us-west-7' } },
      /Set AWS_REGION=us-west-7/,
    ],
    [
      ...(['redirects to another host', {}] as const),
      { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
      /elsewhere \(307\), where they do not go/,
    ],
    ['forbids it', {}, failed(403, 'AccessDenied', quoting), /^The key may not do s3:.*Allow it in the policy/],
    ['forbids it, and says nothing', {}, { status: 403 }, /^127.* refuses \w+ in s3:\/\/copies\/registry \(403\)\.$/],
    ['is no S3 server', {}, { status: 404, body: '<html>not found</html>' }, /Is the endpoint that of an S3 server\?/],
    ['says what nobody knows', {}, failed(418, 'Tea<pot', quoting), /answers 418 to/],
  ])(
    'says what to do, and repeats no secret: %s',
    async (_, { address = 's3://copies/registry', ...more }, fault, told) => {
      await using server = await openS3({ token: 'IQoJb3/+=' });
      const objects = objectsOf(server, address, more);
      server.state.fault = () => fault;
      const tries = [
        () => objects.put('there', text),
        () => objects.get('there'),
        () => objects.delete('there'),
        () => Array.fromAsync(objects.list('')),
      ];
      for (const tried of tries) {
        const error = (await tried().catch((failure: unknown) => failure)) as Error;
        expect(error).toBeInstanceOf(Error);
        expect(error.message).toMatch(told);
        const all = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
        for (const secret of [...secrets, 'AKIDTEST']) expect(all).not.toContain(secret);
      }
    },
  );

  it('says how wrong the clock is', async () => {
    await using server = await openS3({ ahead: 3_600_000 });
    await expect(objectsOf(server).get('there')).rejects.toThrow('This machine’s clock is 60 minutes behind, so');
  });

  it('is told of before it is asked, where a key or the region lacks', () => {
    const none = { endpoint: undefined, region: undefined, accessKeyId: undefined, secretAccessKey: undefined };
    const at = (more: object, address = 's3://copies/registry') =>
      bucketAt(address, { ...none, sessionToken: undefined, ...more });
    const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
    expect(() => at({ accessKeyId: 'a' })).toThrow('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
    expect(() => at(keys)).toThrow('Set AWS_REGION.');
    for (const address of [
      's3://',
      's3:///a',
      's3://Copies',
      's3://c/../d',
      's3://copies/a b',
      's3://copies/a//b',
      's3://k:s@copies',
    ])
      expect(() => at({ ...keys, region: 'x' }, address), address).toThrow('a bucket is written as s3://bucket/prefix');
    const urlOf = (address: string, more: object) => at({ ...keys, ...more }, address).url.href;
    expect(urlOf('s3://copies/a/', { region: 'eu-west-1' })).toBe('https://copies.s3.eu-west-1.amazonaws.com/');
    expect(urlOf('s3://co.pies', { region: 'cn-north-1' })).toBe('https://s3.cn-north-1.amazonaws.com.cn/co.pies/');
    expect(urlOf('s3://copies', { endpoint: 'https://s3.example/x/' })).toBe('https://s3.example/x/copies/');
    expect(urlOf('s3://copies', { endpoint: 'https://copies.s3.example' })).toBe('https://copies.s3.example/');
  });
});

describe('a listing', () => {
  const page = (keys: string[], { more = '', count = keys.length, end = 'false' } = {}) =>
    `<ListBucketResult><KeyCount>${count}</KeyCount><IsTruncated>${end}</IsTruncated>${more}${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`;
  const read = (xml: string, after?: string) => pageOf(Buffer.from(xml), { prefix: 'a/', after });

  it('is read as it is, encoded or not', () => {
    expect(read(page(['a/1', 'a/2&amp;&#51;']))).toEqual({ keys: ['a/1', 'a/2&3'], next: undefined });
    expect(read(page(['a/1+%2B'], { more: '<EncodingType>url</EncodingType>' })).keys).toEqual(['a/1 +']);
    const next = '<NextContinuationToken>on</NextContinuationToken>';
    expect(read(page(['a/1'], { end: 'true', more: next })).next).toBe('on');
  });

  it.each([
    ['cut', page(['a/1', 'a/2']).slice(0, -4)],
    ['cut after an object', page(['a/1', 'a/2']).replace(/<Contents><Key>a\/2[\s\S]*/, '')],
    ['short of a name', page(['a/1'], { count: 2 })],
    ['without a word on its end', page(['a/1']).replace(/<IsT.*IsTruncated>/, '')],
    ['going on without saying where', page(['a/1'], { end: 'true' })],
    ['going on without a name', page([], { end: 'true', more: '<NextContinuationToken>x</NextContinuationToken>' })],
    ['of other names', page(['b/1'])],
    ['out of order', page(['a/2', 'a/1'])],
    ['back at its beginning', page(['a/1']), 'a/1'],
    ['something else', '<Error><Code>x</Code></Error>'],
    ['a page for people', '<!DOCTYPE html><p>hello'],
    ['full of entities', `<!DOCTYPE x [<!ENTITY a "aaaa">]>${page(['a/&a;'])}`],
    ['one with a type', `<!DOCTYPE x>${page(['a/1'])}`],
    ['with an entity of its own', page(['a/&a;'])],
    ['with two ends', page([], { more: '<IsTruncated>true</IsTruncated>' })],
    ['wrongly encoded', page(['a/%'], { more: '<EncodingType>url</EncodingType>' })],
    ['deep', `${'<a>'.repeat(200_000)}`],
    ['nothing', ''],
  ])('is refused where it is %s', (_, xml, after?: string) =>
    expect(() => read(xml, after)).toThrow(/^The server’s listing can’t be read/),
  );

  it('whose next page can’t be read is no listing', async () => {
    await using server = await openS3({ pageSize: 2 });
    const objects = objectsOf(server);
    for (const name of ['1', '2', '3']) await objects.put(name, text);
    const isSecond = ({ path }: Asked) => path.includes('continuation-token');
    server.state.fault = (asked) => (isSecond(asked) ? { status: 200, body: page([]).slice(0, -9) } : undefined);
    await expect(Array.fromAsync(objects.list(''))).rejects.toMatchObject({ code: 'BadListing' });
    server.state.fault = (asked) => (isSecond(asked) ? failed(403, 'AccessDenied') : undefined);
    await expect(Array.fromAsync(objects.list(''))).rejects.toMatchObject({ code: 'AccessDenied' });
  });

  it('passes over what others put there', async () => {
    await using server = await openS3();
    const objects = objectsOf(server);
    await objects.put('chains/1', text);
    for (const key of ['registry/', 'registry/chains/', 'registry/chains//x', 'registry/a b'])
      server.objects.set(key, { bytes: text, tag: '"1"' });
    expect(await Array.fromAsync(objects.list(''))).toEqual(['chains/1']);
  });
});
