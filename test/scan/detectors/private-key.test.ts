import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { privateKey } from '../../../origin/scan/detectors/secrets/private-key.ts';
import { expectLinear } from '../../pace.ts';
import { inspect, linesFound } from './inspect.ts';

const pem = (type: 'pkcs8' | 'sec1') =>
  String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type, format: 'pem' }));
const ed25519 = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const encrypted = { cipher: 'aes-256-cbc', passphrase: 'x' } as const;

/** A block with a body of our choice, put together here so that this file holds none. */
const block = (label: string, body: string, end = label) =>
  `${'-'.repeat(5)}BEGIN ${label}-----\n${body}\n${'-'.repeat(5)}END ${end}-----\n`;
const body = ed25519.split('\n')[1] ?? '';

describe('private-key', () => {
  it.each([
    ['PKCS #8', pem('pkcs8')],
    ['SEC 1', pem('sec1')],
    ['Ed25519', ed25519],
    ['RSA', String(rsa.export({ type: 'pkcs1', format: 'pem' }))],
    ['encrypted PKCS #8', String(rsa.export({ type: 'pkcs8', format: 'pem', ...encrypted }))],
    ['encrypted RSA with headers', String(rsa.export({ type: 'pkcs1', format: 'pem', ...encrypted }))],
    ['OpenSSH', block('OPENSSH PRIVATE KEY', body)],
    ['OpenPGP', block('PGP PRIVATE KEY BLOCK', `Version: 1\n\n${body}\n=aB3d`)],
  ])('finds a key of %s', (_, key) => {
    expect(linesFound(privateKey, `one\ntwo\n${key}`)).toEqual([3]);
  });

  it.each([
    ['in JSON', JSON.stringify({ private_key: ed25519 })],
    ['with CRLF', ed25519.replaceAll('\n', '\r\n')],
    ['indented', ed25519.replaceAll(/^/gm, '    ')],
    ['quoted in Markdown', ed25519.replaceAll(/^/gm, '> ')],
    ['in string literals', ed25519.trim().replaceAll(/^(.*)$/gm, '"$1\\n" +')],
    ['with spaces for line breaks', ed25519.replaceAll('\n', ' ')],
  ])('finds a key %s', (_, text) => {
    expect(linesFound(privateKey, text)).toEqual([1]);
  });

  it.each([
    ['a placeholder', block('PRIVATE KEY', 'YOUR_PRIVATE_KEY')],
    ['an ellipsis', block('RSA PRIVATE KEY', `${body}\n...`)],
    ['one character repeated', block('RSA PRIVATE KEY', 'x'.repeat(500))],
    ['prose', block('PRIVATE KEY', 'Paste Your Own Key Here And Keep It Quiet For Zero Hassle By Midnight '.repeat(3))],
    ['a public key', block('PUBLIC KEY', body)],
    ['a certificate', block('CERTIFICATE', body)],
    ['nothing', block('PRIVATE KEY', '')],
    ['markers of different kinds', block('PRIVATE KEY', body, 'PUBLIC KEY')],
    ['a marker alone', ed25519.split('\n')[0] ?? ''],
  ])('does not take %s for a key', (_, text) => {
    expect(linesFound(privateKey, text)).toEqual([]);
  });

  it('finds each of several keys, after other blocks too', () => {
    expect(linesFound(privateKey, `${block('CERTIFICATE', body)}${ed25519}text\n${ed25519}`)).toEqual([4, 8]);
  });

  it('finds a key after a marker that leads nowhere', () => {
    expect(linesFound(privateKey, `-----BEGIN PRIVATE KEY-----\nsee below\n${ed25519}`)).toEqual([3]);
  });

  it('finds a key in a file that is not UTF-8', () => {
    expect(inspect(privateKey, `\xff\xfe${ed25519}`, { isText: false })).toHaveLength(1);
  });

  it('never says what the key is', () => {
    expect(JSON.stringify(inspect(privateKey, ed25519))).not.toContain(body.slice(0, 12));
  });

  it.each([
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN ',
    '-',
    '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----',
  ])('reads 5 MB of %j in linear time', (text) =>
    expectLinear((length) => linesFound(privateKey, text.repeat(length / text.length)), 5_000_000, 3000),
  );
});
