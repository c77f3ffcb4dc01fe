/**
 * An S3 server for tests, strict where Amazon's is: signatures to the byte, sums, conditions, pages, what a policy allows. It
 * misbehaves when it is told to.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { allows, type Policy } from './policy.ts';
import { type Arrived, readAuthorization, signatureOf } from './signature.ts';

/** What was asked, in the words of a policy. */
export interface Asked extends Arrived {
  action: 's3:GetObject' | 's3:PutObject' | 's3:DeleteObject' | 's3:ListBucket';
  key: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

/** `lost`: it is done, and nobody is told. `cut`: half of the answer comes. `never`: it is not done, and no answer comes. */
type Fault = Answer | 'lost' | 'cut' | 'never' | { after: number } | undefined;

const usual = {
  bucket: 'copies',
  region: 'eu-test-1',
  /** The bucket is named by the host, not by the path. */
  isVirtual: false,
  accessKeyId: 'AKIDTEST',
  secret: 'wJalr/XUtnFEMI+K7MDENG',
  token: '',
  /** Of a listing. */
  pageSize: 1000,
  policy: undefined as Policy | undefined,
  /** Those of writes: kept, not looked at, or refused. */
  conditions: 'kept' as 'kept' | 'ignored' | 'refused',
  /** Whether it says which SHA-256 it keeps, and whether its tags are MD5. */
  ...{ tellsSums: true, tagsAreSums: true },
  /** Milliseconds that its clock is ahead. */
  ahead: 0,
};

export type S3Server = Awaited<ReturnType<typeof openS3>>;

export async function openS3(options: Partial<typeof usual> = {}) {
  const given = { ...usual, ...options };
  const objects = new Map<string, { bytes: Buffer; tag: string }>();
  const asked: Asked[] = [];
  const state = { fault: (_: Asked): Fault => undefined, ...given };
  let made = 0;

  const tagOf = (bytes: Uint8Array): string => {
    made += 1;
    const sum = createHash('md5').update(bytes);
    return `"${(state.tagsAreSums ? sum : sum.update(String(made))).digest('hex')}"`;
  };

  function answer(request: Asked): Answer {
    const { action, key, headers, body } = request;
    const there = objects.get(key);
    const refusal = refusalOf(request, state);
    if (refusal) return refusal;
    const { policy, bucket, conditions, tellsSums } = state;
    const said = action === 's3:ListBucket' ? { 's3:prefix': parametersOf(request).get('prefix') ?? '' } : {};
    if (policy && !allows(policy, action, key ? `${bucket}/${key}` : bucket, said)) return failed(403, 'AccessDenied');
    if (action === 's3:ListBucket') return listing(request);
    if (action === 's3:DeleteObject') {
      objects.delete(key);
      return { status: 204 };
    }
    if (action === 's3:GetObject') {
      if (!there)
        return policy && !allows(policy, 's3:ListBucket', bucket)
          ? failed(403, 'AccessDenied')
          : failed(404, 'NoSuchKey');
      const wanted = tellsSums && headers['x-amz-checksum-mode'] === 'ENABLED';
      const sums = wanted ? { 'x-amz-checksum-sha256': sumOf(there.bytes) } : undefined;
      return { status: 200, headers: { etag: there.tag, ...sums }, body: there.bytes };
    }
    const { 'if-match': match, 'if-none-match': none } = headers;
    if (conditions === 'refused' && (match ?? none)) return failed(501, 'NotImplemented');
    if (conditions === 'kept') {
      if (none && there) return failed(412, 'PreconditionFailed');
      if (match && !there) return failed(404, 'NoSuchKey');
      if (match && match !== there?.tag) return failed(412, 'PreconditionFailed');
    }
    const tag = tagOf(body);
    objects.set(key, { bytes: Buffer.from(body), tag });
    return { status: 200, headers: { etag: tag, ...(tellsSums && { 'x-amz-checksum-sha256': sumOf(body) }) } };
  }

  function listing(request: Asked): Answer {
    const parameters = parametersOf(request);
    const prefix = parameters.get('prefix') ?? '';
    const after = Buffer.from(parameters.get('continuation-token') ?? '', 'base64url').toString();
    const size = Math.min(Number(parameters.get('max-keys') ?? 1000), state.pageSize);
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const page = names.slice(0, size);
    const next = names.length > page.length ? Buffer.from(page.at(-1) ?? '').toString('base64url') : undefined;
    const written = (name: string) => encodeURIComponent(name).replaceAll('%20', '+').replaceAll('%2F', '/');
    const contents = page.map(
      (name) =>
        `<Contents><Key>${written(name)}</Key><ETag>&quot;${createHash('md5').digest('hex')}&quot;</ETag></Contents>`,
    );
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${state.bucket}</Name><Prefix>${written(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${size}</MaxKeys><EncodingType>url</EncodingType><IsTruncated>${next !== undefined}</IsTruncated>${contents.join('')}${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`;
    return { status: 200, headers: { 'content-type': 'application/xml' }, body };
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(message).catch(() => undefined);
    if (!body) return;
    const request = arrived(message, body, state);
    asked.push(request);
    const fault = state.fault(request);
    if (fault === 'never') return;
    if (typeof fault === 'object' && 'after' in fault) await wait(fault.after, undefined, { ref: false });
    const given = typeof fault === 'object' && 'status' in fault ? fault : answer(request);
    if (fault === 'lost') return void message.socket.destroy();
    const bytes = Buffer.from(given.body ?? '');
    const date = new Date(Date.now() + state.ahead).toUTCString();
    response.writeHead(given.status, {
      date,
      ...(given.status !== 204 && { 'content-length': bytes.length }),
      ...given.headers,
    });
    if (fault !== 'cut') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => message.socket.destroy());
  }

  let server: Server | undefined;
  const listen = async (port: number): Promise<number> => {
    server = createServer((message, response) => {
      serve(message, response).catch((error: Error) => response.destroy(error));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const away = async () => {
    server?.close();
    server?.closeAllConnections();
  };
  /** Ends each connection before all that is sent to it has come. */
  const cutBodies = () => {
    const cut = (socket: Socket) => socket.once('data', () => socket.destroy());
    server?.on('connection', cut);
    server?.closeAllConnections();
    return { end: () => server?.off('connection', cut) };
  };
  const port = await listen(0);
  const { accessKeyId, secret, token, region } = given;
  return {
    objects,
    /** Each request that arrived, also those that were refused. */
    asked,
    /** What it does from now on. */
    state,
    endpoint: `http://127.0.0.1:${port}`,
    environment: {
      ...{ AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`, AWS_REGION: region },
      ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret, ...(token && { AWS_SESSION_TOKEN: token }) },
    },
    cutBodies,
    away,
    back: () => listen(port),
    [Symbol.asyncDispose]: away,
  };
}

const parametersOf = ({ path }: Arrived): URLSearchParams => new URL(path, 'http://s3').searchParams;

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

export const failed = (status: number, code: string, more = ''): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>as it is</Message>${more}</Error>`,
});

function arrived(message: IncomingMessage, body: Buffer, { isVirtual, bucket }: typeof usual): Asked {
  const { method = '', url: path = '' } = message;
  const whole = decodeURIComponent(path.split('?')[0] ?? '').slice(1);
  const key = isVirtual ? whole : whole.slice(bucket.length + 1);
  const verb = { GET: 'GetObject', PUT: 'PutObject', DELETE: 'DeleteObject' }[method] ?? method;
  const action = `s3:${key === '' ? 'ListBucket' : verb}` as Asked['action'];
  return { method, path, headers: message.headers as Record<string, string>, body, key, action };
}

/** What is wrong with who asks, and with what was sent. */
function refusalOf(request: Asked, state: typeof usual): Answer | undefined {
  const { headers, body, path } = request;
  const sent = readAuthorization(headers['authorization']);
  if (!sent) return failed(403, 'AccessDenied');
  if (sent.accessKeyId !== state.accessKeyId) return failed(403, 'InvalidAccessKeyId');
  if (sent.region !== state.region)
    return failed(400, 'AuthorizationHeaderMalformed', `<Region>${state.region}</Region>`);
  if ((headers['x-amz-security-token'] ?? '') !== state.token) return failed(400, 'InvalidToken');
  const isUnsigned = (name: string) => name === 'host' || name.startsWith('x-amz-') || name.startsWith('if-');
  const lacking = Object.keys(headers).filter((name) => isUnsigned(name) && !sent.signedHeaders.includes(name));
  const own = signatureOf(request, sent.signedHeaders, { date: sent.date, region: sent.region, secret: state.secret });
  if (lacking.length > 0 || own !== sent.signature) return failed(403, 'SignatureDoesNotMatch');
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(headers['x-amz-date'] ?? '')?.map(Number) ?? [];
  const at = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second);
  if (!(Math.abs(at - Date.now() - state.ahead) < 15 * 60_000)) return failed(403, 'RequestTimeTooSkewed');
  if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256'])
    return failed(400, 'XAmzContentSHA256Mismatch');
  const sum = headers['x-amz-checksum-sha256'];
  if (sum !== undefined && sum !== sumOf(body)) return failed(400, 'BadDigest');
  const named = state.isVirtual ? headers['host']?.split('.')[0] : decodeURIComponent(path).split(/[/?]/)[1];
  if (named !== state.bucket) return failed(404, 'NoSuchBucket');
  return undefined;
}
