/** Signed requests to a bucket: bounded in time, size and number, and tried again where that may help. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import { readUpTo } from '../../../contract/clients/bodies.ts';
import { largestObject } from '../objects.ts';
import type { Bucket } from './bucket.ts';
import { type Action, BucketError, codeIn, type Refusal, refusalOf } from './refusals.ts';

/** Milliseconds. */
export const usualPaces = {
  connect: 5000,
  /** Until an answer begins or goes on; a body has more, by its length. */
  answer: 15_000,
  /** Before the second try, and twice that before each other; drawn at random below it. */
  again: 100,
};

/** Tries of a request, bytes in a millisecond that a slow line carries, and requests at once. */
const [tries, slowest, connections] = [4, 64, 8];

/** Bytes: of a body that does not say its length, to be patient with; and of a refusal. */
const [usualBody, largestRefusal] = [16 * 1024 * 1024, 64 * 1024];

/** Milliseconds that a server may ask for before the next try. */
const longestPause = 5000;

interface Asked extends Action {
  /** Parameters of the address. */
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Whether an answer is not to be believed, though it came; then it is tried again. */
  check?(answer: Refusal): string | undefined;
}

/** The answer, also where it refuses; rejects with `BucketError` where none is to be had. */
export type Ask = (asked: Asked) => Promise<Refusal>;

export function requestsTo(bucket: Bucket, paces: typeof usualPaces): Ask {
  const dispatcher = new Agent({ connections, connect: { timeout: paces.connect }, keepAliveTimeout: 10_000 });
  const line = { dispatcher, paces, dayKeys: new Map<string, ArrayBuffer>() };
  return async (asked) => {
    for (let done = 1; ; done += 1) {
      const answer = await once(bucket, asked, line).catch((error: unknown) => error as Error);
      const failure = answer instanceof Error ? unreachable(bucket, answer) : failureOf(bucket, asked, answer);
      if (!failure && !(answer instanceof Error)) return answer;
      if (done === tries) throw failure;
      const wanted = answer instanceof Error ? 0 : Number(answer.headers['retry-after']) * 1000 || 0;
      const drawn = Math.random() * paces.again * 2 ** (done - 1);
      await wait(Math.max(drawn, Math.min(wanted, longestPause)));
    }
  };
}

/** Undefined for an answer that another try would not change. */
function failureOf(bucket: Bucket, asked: Asked, answer: Refusal): Error | undefined {
  const { status, body } = answer;
  const isPassing = [408, 429, 500, 502, 503, 504].includes(status) || passing.has(status < 400 ? '' : codeIn(body));
  if (isPassing) return refusalOf(bucket, asked, answer);
  const problem = asked.check?.(answer);
  return problem === undefined ? undefined : new BucketError(problem, 'BadDigest');
}

/** Codes that come with other statuses; the last two where two write one name at once. */
const passing = new Set(['RequestTimeout', 'SlowDown', 'OperationAborted', 'ConditionalRequestConflict']);

/** Neither address nor headers stand in what is thrown. */
function unreachable({ url }: Bucket, error: Error): BucketError {
  if (error instanceof BucketError) return error;
  const { code = error.name } = error as NodeJS.ErrnoException;
  const isLate = /TIMEOUT$|^TimeoutError$/i.test(code);
  return new BucketError(
    `Can’t reach ${url.host}: ${isLate ? 'it takes too long' : code}.`,
    isLate ? 'ETIMEDOUT' : code,
  );
}

interface Line {
  dispatcher: Dispatcher;
  paces: typeof usualPaces;
  /** The key that signs for a day, derived once: for each request that would be four of its five signatures. */
  dayKeys: Map<string, ArrayBuffer>;
}

async function once(
  bucket: Bucket,
  { method, key, query = {}, headers: given = {}, body }: Asked,
  { dispatcher, paces, dayKeys }: Line,
): Promise<Refusal> {
  const url = new URL(bucket.url);
  // The bucket itself without a slash, as most clients ask for it: some servers sign that path alone.
  if (key === undefined) url.pathname = url.pathname.replace(/\/$/, '');
  else url.pathname += key.split('/').map(encoded).join('/');
  url.search = Object.entries(query)
    .map((pair) => pair.map(encoded).join('='))
    .join('&');
  const { accessKeyId, secretAccessKey, sessionToken, region } = bucket;
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3', cache: dayKeys },
    ...(sessionToken && { sessionToken }),
    // The server refuses other bytes than these.
    headers: {
      ...given,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
  });
  const { headers } = await signer.sign();
  const late = new AbortController();
  const patient = (bytes: number) =>
    setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), paces.answer + bytes / slowest);
  let patience = patient(body?.length ?? 0);
  try {
    const answer = await request(url, {
      ...{ dispatcher, method, headers: Object.fromEntries(headers), signal: late.signal },
      ...(body && { body }),
      // Bounded as a whole, above.
      ...{ headersTimeout: 0, bodyTimeout: paces.answer },
    });
    clearTimeout(patience);
    patience = patient(Number(answer.headers['content-length']) || usualBody);
    return { status: answer.statusCode, headers: answer.headers, body: await bodyOf(bucket, answer) };
  } finally {
    clearTimeout(patience);
  }
}

async function bodyOf({ address }: Bucket, { statusCode, body }: Dispatcher.ResponseData): Promise<Buffer> {
  const largest = statusCode === 200 ? largestObject : largestRefusal;
  const bytes = await readUpTo(largest, body);
  if (!bytes) throw new BucketError(`An answer for ${address} is too large.`, 'EntityTooLarge');
  return Buffer.from(bytes.buffer);
}

/** All but letters, digits and `-._~`, as the signature wants it. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
