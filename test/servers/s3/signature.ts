/** AWS Signature Version 4 as Amazon documents it for S3, computed from what arrived: the judge of what a client signs. */
import { createHash, createHmac } from 'node:crypto';

export interface Arrived {
  method: string;
  /** As it was sent, with the query. */
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface Scope {
  date: string;
  region: string;
  secret: string;
}

export interface Authorization {
  accessKeyId: string;
  date: string;
  region: string;
  signedHeaders: string[];
  signature: string;
}

export function readAuthorization(header = ''): Authorization | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
  const [, accessKeyId, date, region, names, signature] = form.exec(header) ?? [];
  if (!accessKeyId || !date || !region || !names || !signature) return undefined;
  return { accessKeyId, date, region, signedHeaders: names.split(';'), signature };
}

/** Of each byte but letters, digits and `-._~`; a slash is kept in paths alone. */
const escaped = (text: string, isPath: boolean): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const one = String.fromCharCode(byte);
      if (/[\w.~-]/.test(one) || (isPath && one === '/')) return one;
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

export function signatureOf({ method, path, headers, body }: Arrived, signed: string[], scope: Scope): string {
  const [address = '', query = ''] = path.split('?');
  const parameters = query
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split('=').map((part) => escaped(decodeURIComponent(part), false)))
    .map(([name, value = '']) => `${name}=${value}`)
    .sort();
  const hashed = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
  const canonical = [
    method,
    escaped(decodeURIComponent(address), true),
    parameters.join('&'),
    ...signed.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    hashed(body),
  ].join('\n');
  const { date, region, secret } = scope;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${date}/${region}/s3/aws4_request`, hashed(canonical)];
  const mac = (key: string | Uint8Array, data: string) => createHmac('sha256', key).update(data).digest();
  const key = mac(mac(mac(mac(`AWS4${secret}`, date), region), 's3'), 'aws4_request');
  return mac(key, text.join('\n')).toString('hex');
}
