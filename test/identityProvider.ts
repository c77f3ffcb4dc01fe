/** An OpenID Connect provider on this machine, and the person who signs in there. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { vi } from 'vitest';
import { site } from './registry.ts';

export const secret = 'a+secret:with%more&others';

/** Two clients of one provider: ours keeps a secret, `public` has none, `other` is somebody else's. */
const clients = [
  { client_id: 'registry', client_secret: secret },
  { client_id: 'public', token_endpoint_auth_method: 'none' as const },
  { client_id: 'other', token_endpoint_auth_method: 'none' as const },
].map((client) => ({ ...client, redirect_uris: [`${site.mirrorUrl}/signin`] }));

export interface IdentityProvider {
  issuer: string;
  /** Who sits in front of it; nobody refuses to sign in. */
  person: { sub: string; name?: string } | undefined;
  /** Answers each request after this has passed. */
  held: Promise<void>;
  /** Walks from an authorization address to where the person is sent back, and returns that query. */
  walk(url: string): Promise<string>;
  /** Stops listening; `open` listens on the same port again. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function openProvider(): Promise<IdentityProvider> {
  // What it says of itself, to whoever would run it for real.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer(async (request, response) => {
    await self.held;
    answer(request, response);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients,
    claims: { openid: ['sub'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: self.person?.name, picture: 'https://evil.test/picture.png' }),
    }),
    loadExistingGrant: grantAll,
  });
  answer = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const { person } = self;
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result);
  };
  const self: IdentityProvider = {
    issuer,
    person: { sub: 'alice' },
    held: Promise.resolve(),
    walk,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    open: () => listen(port),
  };
  return self;
}

/** What clients ask for, they get. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid profile');
  await grant.save();
  return grant;
}

/** As a browser goes: from redirect to redirect, with the cookies of each step. */
async function walk(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = new URL(url);
  while (address.origin !== site.mirrorUrl) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (!next) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    address = new URL(next, address);
  }
  return address.search.slice(1);
}
