import { randomUUID } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { AwsKeys } from '../../origin/contract/headers/cdn.ts';
import { ask } from './ask.ts';
import type { Purge } from './purge.ts';

/**
 * Each tag is a path to pay for, and it keeps nothing for longer than a minute: takedowns alone are sent. Source:
 * https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_CreateInvalidation.html, and for tags
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/invalidation-specifying-tags.html.
 */
export const cloudfront = (distribution: string, keys: AwsKeys, api = 'https://cloudfront.amazonaws.com'): Purge => ({
  // Of 3,000 that may be under way.
  most: 200,
  pause: 1000,
  again: [10_000],
  takedownsOnly: true,
  send: async (tags, signal) => {
    const items = tags.map((tag) => `<Path>#${tag}</Path>`).join('');
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><CallerReference>${randomUUID()}</CallerReference><Paths><Items>${items}</Items><Quantity>${tags.length}</Quantity></Paths></InvalidationBatch>`;
    const url = `${api}/2020-05-31/distribution/${distribution}/invalidation`;
    const signed = await new AwsV4Signer({
      ...{ method: 'POST', url, body, ...keys },
      ...{ service: 'cloudfront', region: 'us-east-1', headers: { 'content-type': 'text/xml' } },
    }).sign();
    await ask({ method: 'POST', url, headers: Object.fromEntries(signed.headers), body, signal });
  },
});
