/** A self-signed certificate for some hosts, made here, for servers that tests start (X.509, RFC 5280). */
import { generateKeyPairSync, sign } from 'node:crypto';

/** PEM, both. */
export interface Identity {
  key: string;
  cert: string;
}

export function newIdentity(...hosts: [string, ...string[]]): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid(0x55, 4, 3), der(0x0c, Buffer.from(hosts[0])))));
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2)); // ECDSA with SHA-256
  const day = 24 * 60 * 60 * 1000;
  const basics = sequence(oid(0x55, 0x1d, 19), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))); // may sign: itself
  const names = sequence(oid(0x55, 0x1d, 17), der(0x04, sequence(der(0x82, Buffer.from(hosts[0])))));
  const content = sequence(
    der(0xa0, integer(2)), // version 3
    integer(1), // its number: nobody else makes any
    algorithm,
    name,
    sequence(time(Date.now() - day), time(Date.now() + day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(basics, names)),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]): Buffer => der(0x31, Buffer.concat(parts));
const oid = (...bytes: number[]): Buffer => der(0x06, Buffer.from(bytes));

/** Below 128. */
const integer = (value: number): Buffer => der(0x02, Buffer.of(value));

/** As UTCTime, `YYMMDDhhmmssZ`. */
const time = (milliseconds: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(milliseconds).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
