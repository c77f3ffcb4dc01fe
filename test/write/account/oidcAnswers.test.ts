import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, refused } from '../../answers.ts';
import { Browser } from '../../authenticator.ts';
import { openRegistry, signIn, site } from '../../registry.ts';

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

interface Answers {
  discovery?: { status?: number; body?: Record<string, unknown> };
  token?: { status?: number; body?: string };
  jwks?: { status?: number };
  /** Over what an honest ID token says; undefined leaves a claim out. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: KeyObject;
  idToken?: string;
}

describe('what an OpenID Connect provider answers', () => {
  const own = keys();
  let server: Server;
  let issuer: string;
  let answers: Answers;
  /** What the token endpoint was sent last. */
  let asked: { authorization: string | undefined; body: URLSearchParams };

  /** `nonce` comes back in the code, as this provider has no memory. */
  const idToken = (nonce: string): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'registry', sub: 'alice', iat: now, exp: now + 60, nonce, ...answers.claims };
    const header = { alg: 'RS256', kid: 'one', ...answers.header };
    const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${parts}.${sign('sha256', Buffer.from(parts), answers.key ?? own.privateKey).toString('base64url')}`;
  };

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const reply = (status = 200, body: unknown = {}) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(typeof body === 'string' ? body : JSON.stringify(body));
      if (request.url === '/keys') {
        const key = { ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
        return reply(answers.jwks?.status, { keys: [key] });
      }
      if (request.url === '/token') {
        asked = { authorization: request.headers.authorization, body: new URLSearchParams(await text(request)) };
        const token = { access_token: 'x', token_type: 'Bearer', id_token: idToken(asked.body.get('code') ?? '') };
        return reply(answers.token?.status, answers.token?.body ?? token);
      }
      return reply(answers.discovery?.status, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...answers.discovery?.body,
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Signs in with a provider that answers so, and says how that ended. */
  const ending = async (changes: Answers, clientSecret = 'secret'): Promise<string> => {
    answers = changes;
    const oidc = { issuer, clientId: 'registry', clientSecret };
    await using registry = await openRegistry('sqlite', {
      settings: { site: { ...site, oidcName: 'Example' }, signIn: { ...signIn, oidc } },
    });
    const browser = new Browser(registry);
    const started = await browser.send('POST', '/session/oidc');
    if (started.status !== 201) return refused(started);
    const { url, secret } = await answerOf('startOidcSignIn', started);
    const [code, state] = ['nonce', 'state'].map((name) => new URL(url).searchParams.get(name));
    const response = await browser.send('POST', '/session/oidc/callback', {
      query: `code=${code}&state=${state}`,
      secret,
    });
    if (response.status === 200) return 'signed in';
    expect(browser.cookie).toBe('');
    expect(await registry.engine.db.selectFrom('profiles').select('id').execute()).toEqual([]);
    return refused(response);
  };

  it('signs a person in where all of it is right', async () => {
    expect(await ending({})).toBe('signed in');
  });

  it.each<[string, Answers]>([
    ['is signed with a key that is not the provider’s', { key: keys().privateKey }],
    ['is not signed', { header: { alg: 'none' } }],
    ['is signed with what both know', { header: { alg: 'HS256' } }],
    ['names another issuer', { claims: { iss: 'http://127.0.0.1:1' } }],
    ['is for another client', { claims: { aud: 'other' } }],
    ['has expired', { claims: { exp: 1_000_000_000 } }],
    ['never expires', { claims: { exp: undefined } }],
    ['has another nonce', { claims: { nonce: 'other' } }],
    ['has no nonce', { claims: { nonce: undefined } }],
    ['names nobody', { claims: { sub: undefined } }],
  ])('signs nobody in where the ID token %s', async (_, changes) => {
    expect(await ending(changes)).toBe('401 unauthorized');
  });

  it.each<[string, Answers, string]>([
    ['refuses the code', { token: { status: 400, body: '{"error":"invalid_grant"}' } }, '401 unauthorized'],
    [
      'answers without an ID token',
      { token: { body: '{"access_token":"x","token_type":"Bearer"}' } },
      '401 unauthorized',
    ],
    ['answers nonsense', { token: { body: '<html>' } }, '401 unauthorized'],
    ['is out of order', { token: { status: 502, body: 'oops' } }, '503 unavailable'],
    ['does not hand out its keys', { jwks: { status: 500 } }, '503 unavailable'],
    ['calls itself something else', { discovery: { body: { issuer: 'http://127.0.0.1:1' } } }, '503 unavailable'],
    ['is not there', { discovery: { status: 404 } }, '503 unavailable'],
  ])('signs nobody in where the provider %s', async (_, changes, code) => {
    expect(await ending(changes)).toBe(code);
  });

  it('is asked with the secret in the header, or in the body where that is all it takes', async () => {
    await ending({}, 'a+b:c%d');
    expect(asked.authorization).toBe(`Basic ${btoa('registry:a%2Bb%3Ac%25d')}`);
    expect(asked.body.get('client_secret')).toBe(null);
    const posted = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    expect(await ending({ discovery: { body: posted } }, 'a+b:c%d')).toBe('signed in');
    expect(asked.authorization).toBe(undefined);
    expect(asked.body.get('client_secret')).toBe('a+b:c%d');
  });
});
