/** What a server refused, as a sentence that says what to do. Nothing that the server wrote is repeated: it may quote a token. */
import type { Bucket } from './bucket.ts';

/** `code`: the server’s, such as `AccessDenied`, or of the connection, such as `ECONNREFUSED`. */
export class BucketError extends Error {
  readonly code: string;
  /** Undefined where there was no answer. */
  readonly status: number | undefined;

  constructor(message: string, code: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export interface Refusal {
  status: number;
  /** Of the answer, in small letters. */
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** What the person’s key was to do. */
export interface Action {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Whole, with the prefix; undefined where the bucket was listed. */
  key: string | undefined;
}

/** The code in an error’s XML, of which nothing else is believed. Empty where there is none. */
export const codeIn = (body: Buffer): string =>
  /<Code>([A-Za-z][A-Za-z0-9.]{1,60})<\/Code>/.exec(body.toString('latin1', 0, 16_384))?.[1] ?? '';

export function refusalOf(bucket: Bucket, action: Action, { status, headers, body }: Refusal): BucketError {
  const code = codeIn(body);
  const sentence = sentenceOf(bucket, action, { status, headers, body }, code);
  return new BucketError(sentence, code || `HTTP ${status}`, status);
}

function sentenceOf(bucket: Bucket, action: Action, { status, headers, body }: Refusal, code: string): string {
  const { address, name, url } = bucket;
  const host = url.host;
  const region = regionIn(headers, body);
  if (region && region !== bucket.region)
    return `The bucket ${name} is in another region. Set AWS_REGION=${region}, and an endpoint of that region if one is set.`;
  switch (code) {
    case 'NoSuchBucket':
      return `There is no bucket ${name} at ${host}. Create it, or correct its name.`;
    case 'InvalidAccessKeyId':
      return `${host} does not know the key. Correct AWS_ACCESS_KEY_ID.`;
    case 'SignatureDoesNotMatch':
      return `${host} does not accept the signature. Correct AWS_SECRET_ACCESS_KEY, and the endpoint if one is set.`;
    case 'ExpiredToken':
    case 'InvalidToken':
    case 'TokenRefreshRequired':
      return `AWS_SESSION_TOKEN has expired or is of another key. Set new keys, and restart.`;
    case 'RequestTimeTooSkewed':
      return `This machine’s clock ${skewOf(headers)}, so ${host} refuses its requests. Set the clock.`;
    case 'AccessDenied':
    case 'AllAccessDisabled':
      return `The key may not do ${neededFor(bucket, action)}. Allow it in the policy of the key.`;
    default:
      if (status === 403) return `${host} refuses ${action.method} in ${address} (403${code && ` ${code}`}).`;
      if (status >= 300 && status < 400)
        return `${host} sends requests for ${address} elsewhere (${status}), where they do not go. Correct the endpoint or AWS_REGION.`;
      if (status === 404) return `${host} answers 404 for ${address}. Is the endpoint that of an S3 server?`;
      return `${host} answers ${status}${code && ` ${code}`} to ${action.method} in ${address}.`;
  }
}

function neededFor({ name, prefix }: Bucket, { method, key }: Action): string {
  if (key === undefined) return `s3:ListBucket on ${name}, for names that begin with ${prefix}`;
  const verb = { GET: 's3:GetObject', PUT: 's3:PutObject', DELETE: 's3:DeleteObject' }[method];
  return `${verb} on ${name}/${prefix}*`;
}

function regionIn(headers: Refusal['headers'], body: Buffer): string | undefined {
  const given = headers['x-amz-bucket-region'] ?? /<Region>([^<]*)</.exec(body.toString('latin1', 0, 16_384))?.[1];
  return /^[a-z]{2,}(?:-[a-z0-9]+)+$/.exec(String(given ?? ''))?.[0];
}

/** By the server’s clock. */
function skewOf(headers: Refusal['headers']): string {
  const there = Date.parse(String(headers['date']));
  if (Number.isNaN(there)) return 'is wrong';
  const minutes = Math.round((Date.now() - there) / 60_000);
  return `is ${Math.abs(minutes)} minutes ${minutes < 0 ? 'behind' : 'ahead'}`;
}
