/** The three answers of an OpenID Connect provider when somebody signs in: nobody does whom it did not sign for. */
import { deepStrictEqual } from 'node:assert/strict';
import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { identityBehind } from '../../../origin/write/account/oidc.ts';
import { bytesOf, type Target, taken } from '../target.ts';

const issuer = 'https://id.test';
const [nonce, state] = ['the-nonce', 'the-state'];
const ecdh = createECDH('prime256v1');
ecdh.setPrivateKey(Buffer.alloc(32, 7));
const point = ecdh.getPublicKey();
const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
const publicKey = { kty: 'EC', crv: 'P-256', x, y };
const d = ecdh.getPrivateKey().toString('base64url');
const key = createPrivateKey({ key: { ...publicKey, d }, format: 'jwk' });

function idToken(changes: object = {}, header: object = {}): string {
  const claims = { iss: issuer, aud: 'registry', sub: 'alice', iat: 1, exp: 4e9, nonce, name: 'Alice', ...changes };
  const parts = [{ alg: 'ES256', kid: 'one', ...header }, claims].map(encoded).join('.');
  return `${parts}.${sign('sha256', Buffer.from(parts), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  id_token_signing_alg_values_supported: ['ES256'],
};
const separator = '\n\n';
const json = (body: object | string, head = '200 application/json'): string =>
  `${head}\n${typeof body === 'string' ? body : JSON.stringify(body)}`;
const tokens = (id_token: string) => json({ access_token: 'x', token_type: 'Bearer', id_token });
const keys = json({ keys: [{ ...publicKey, kid: 'one', alg: 'ES256', use: 'sig' }] });
const answers = (...all: string[]): Uint8Array => bytesOf(all.join(separator));

export const target: Target = {
  seeds: [
    answers(json(discovery), tokens(idToken()), keys),
    answers(json(discovery), tokens(idToken({ aud: ['registry'], name: 5 })), keys),
    answers(json(discovery), tokens(idToken({ nonce: 'other' })), keys),
    answers(json(discovery), tokens(idToken({}, { alg: 'none' })), keys),
    answers(json({ ...discovery, issuer: 'https://other.test' }), tokens(idToken()), keys),
    answers(json(discovery), json({ error: 'invalid_grant' }, '400 application/json'), keys),
    answers(json(discovery), json('<html>', '502 text/html'), json('{', '200 application/json')),
  ],
  longest: 4096,
  words: ['"alg":"none"', '"kid"', '"crit":["b64"]', 'null', '[]', '{}', '500 ', '301 ', '"__proto__"', issuer],
  async check(input) {
    const parts = Buffer.from(input).toString().split(separator);
    const own = globalThis.fetch;
    globalThis.fetch = (async (address: string) => {
      const part = address.endsWith('/token') ? parts[1] : address.endsWith('/keys') ? parts[2] : parts[0];
      return answerIn(part ?? '');
    }) as typeof fetch;
    try {
      const query = new URLSearchParams({ code: 'code', state });
      const pending = { state, nonce, codeVerifier: 'v'.repeat(43) };
      const site = { originUrl: 'https://origin.test', mirrorUrl: 'https://mirror.test' };
      const provider = { issuer, clientId: 'registry' };
      const refusals = ['unauthorized', 'unavailable'] as const;
      const who = await taken(refusals, () => identityBehind(provider as never, site, query, pending));
      if (!who) return false;
      deepStrictEqual([who.issuer, who.subject], [issuer, 'alice'], 'somebody else signs in');
      return true;
    } finally {
      globalThis.fetch = own;
    }
  },
};

function answerIn(text: string): Response {
  const [, status = '200', type = '', body = ''] = /^(\d{3}) ([\w/;=+. -]*)\n([\s\S]*)$/.exec(text) ?? [];
  const isEmpty = ['204', '205', '304'].includes(status) || Number(status) < 200 || Number(status) > 599;
  return new Response(isEmpty ? null : body, {
    status: Number(status) < 200 || Number(status) > 599 ? 500 : Number(status),
    headers: { 'content-type': type },
  });
}
