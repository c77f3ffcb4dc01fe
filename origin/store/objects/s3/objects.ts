/** Objects of a bucket: S3 and what speaks like it. */
import { createHash } from 'node:crypto';
import { checkName, isName, largestObject, type Objects } from '../objects.ts';
import type { Bucket } from './bucket.ts';
import { pageOf } from './listing.ts';
import { BucketError, codeIn, type Refusal, refusalOf } from './refusals.ts';
import { requestsTo, usualPaces } from './requests.ts';

/** An object with the mark that the server gave these bytes of it. */
export interface Tagged {
  bytes: Buffer;
  tag: string;
}

export interface BucketObjects extends Objects {
  getTagged(name: string): Promise<Tagged | undefined>;
  /**
   * Puts it where what is there has that tag, or where nothing is there and no tag is given. Its new tag; undefined where
   * something else is there, which may be from a try of this call whose answer was lost.
   */
  putOver(name: string, bytes: Uint8Array, tag: string | undefined): Promise<string | undefined>;
}

const isMissing = ({ status, body }: Refusal): boolean => status === 404 && codeIn(body) === 'NoSuchKey';

export function bucketObjects(bucket: Bucket, paces = usualPaces): BucketObjects {
  const ask = requestsTo(bucket, paces);

  const keyOf = (name: string): string => {
    checkName(name);
    return bucket.prefix + name;
  };

  async function* list(prefix: string): AsyncGenerator<string> {
    const whole = bucket.prefix + prefix;
    let [next, after]: (string | undefined)[] = [];
    do {
      const asked = { method: 'GET', key: undefined } as const;
      const query = { 'encoding-type': 'url', 'list-type': '2', prefix: whole };
      const answer = await ask({ ...asked, query: { ...(next && { 'continuation-token': next }), ...query } });
      if (answer.status !== 200) throw refusalOf(bucket, asked, answer);
      const page = pageOf(answer.body, { prefix: whole, after });
      // What others put there, such as the empty objects that stand for folders, is none of ours.
      yield* page.keys.map((key) => key.slice(bucket.prefix.length)).filter(isName);
      [next, after] = [page.next, page.keys.at(-1)];
    } while (next !== undefined);
  }

  const getTagged = async (name: string): Promise<Tagged | undefined> => {
    const asked = { method: 'GET', key: keyOf(name) } as const;
    const answer = await ask({ ...asked, headers: { 'x-amz-checksum-mode': 'ENABLED' }, check: changedOnItsWay });
    const { status, headers, body } = answer;
    if (status === 200) return { bytes: body, tag: String(headers['etag'] ?? '') };
    if (isMissing(answer)) return undefined;
    // Where a key may list below the prefix alone, Amazon’s S3 says this of what is not there.
    if (status === 403 && codeIn(body) === 'AccessDenied' && !(await isListed(name))) return undefined;
    throw refusalOf(bucket, asked, answer);
  };

  const isListed = async (name: string): Promise<boolean> => {
    for await (const one of list(name)) return one === name;
    return false;
  };

  const send = (key: string, bytes: Uint8Array, condition: Record<string, string>): Promise<Refusal> => {
    if (bytes.length > largestObject) throw new RangeError('the object is too large');
    const sum = createHash('sha256').update(bytes).digest('base64');
    return ask({ method: 'PUT', key, body: bytes, headers: { ...condition, 'x-amz-checksum-sha256': sum } });
  };

  /** The server says of which bytes it keeps a sum; where it says nothing that can be compared, it is asked for them. */
  const confirm = async (name: string, bytes: Uint8Array, { headers }: Refusal): Promise<void> => {
    const { etag: tag, 'x-amz-checksum-sha256': sum } = headers;
    if (sum === digestOf('sha256', bytes, 'base64')) return;
    if (sum === undefined && tag === `"${digestOf('md5', bytes, 'hex')}"`) return;
    const there = sum === undefined ? await getTagged(name) : undefined;
    // Under another tag, another has put something there since.
    if (there && (there.tag !== tag || there.bytes.equals(bytes))) return;
    throw new BucketError(`${bucket.address} does not keep ${name} as it was put.`, 'BadDigest');
  };

  return {
    list,
    getTagged,
    get: async (name) => (await getTagged(name))?.bytes,
    put: async (name, bytes) => {
      const key = keyOf(name);
      const answer = await send(key, bytes, {});
      if (answer.status !== 200) throw refusalOf(bucket, { method: 'PUT', key }, answer);
      await confirm(name, bytes, answer);
    },
    putOver: async (name, bytes, tag) => {
      const key = keyOf(name);
      const answer = await send(key, bytes, tag === undefined ? { 'if-none-match': '*' } : { 'if-match': tag });
      if (answer.status === 412 || (tag !== undefined && isMissing(answer))) return undefined;
      if (answer.status !== 200) throw refusalOf(bucket, { method: 'PUT', key }, answer);
      return String(answer.headers['etag']);
    },
    delete: async (name) => {
      const asked = { method: 'DELETE', key: keyOf(name) } as const;
      const answer = await ask(asked);
      if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer)) throw refusalOf(bucket, asked, answer);
    },
  };
}

/** By the sum that came with it, if one of the whole did. */
function changedOnItsWay({ status, headers, body }: Refusal): string | undefined {
  const sum = headers['x-amz-checksum-sha256'];
  if (status !== 200 || typeof sum !== 'string' || sum.includes('-')) return undefined;
  return sum === digestOf('sha256', body, 'base64')
    ? undefined
    : 'What came from the bucket is not what was put there.';
}

const digestOf = (kind: 'sha256' | 'md5', bytes: Uint8Array, as: 'hex' | 'base64'): string =>
  createHash(kind).update(bytes).digest(as);
