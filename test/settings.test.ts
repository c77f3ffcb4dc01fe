import { describe, expect, it } from 'vitest';
import { readSettings } from '../origin/settings.ts';

const provider = { OIDC_ISSUER: 'https://login.example/realms/ours/', OIDC_CLIENT_ID: 'registry' };

describe('settings of sign-in', () => {
  it('bind passkeys to the mirror’s host, for pages of mirror and origin', () => {
    const { site, signIn } = readSettings({
      MIRROR_URL: 'https://skills.example',
      ORIGIN_URL: 'https://api.skills.example/',
    });
    expect(signIn).toEqual({
      passkeyDomain: 'skills.example',
      pageOrigins: ['https://skills.example', 'https://api.skills.example'],
    });
    expect(site).not.toHaveProperty('oidcName');
  });

  it('refuse a domain for passkeys that the mirror is not in', () => {
    const of = (PASSKEY_DOMAIN: string) =>
      readSettings({ MIRROR_URL: 'https://skills.example.org', PASSKEY_DOMAIN }).signIn.passkeyDomain;
    expect(of('example.org')).toBe('example.org');
    for (const domain of ['ills.example.org', 'other.org'])
      expect(() => of(domain)).toThrow(/PASSKEY_DOMAIN.*skills.example.org/);
  });

  it('count a partner’s pages among those that may call, and not among our own', () => {
    const { corsOrigins, signIn } = readSettings({ CORS_ORIGINS: 'https://partner.example' });
    expect(corsOrigins).toEqual([...signIn.pageOrigins, 'https://partner.example']);
  });

  it('take a provider by the name it gives itself, to the last slash', () => {
    const { site, signIn } = readSettings({ ...provider, OIDC_CLIENT_SECRET: 'secret' });
    expect(signIn.oidc).toEqual({ issuer: provider.OIDC_ISSUER, clientId: 'registry', clientSecret: 'secret' });
    expect(site.oidcName).toBe('login.example');
    expect(readSettings({ ...provider, OIDC_NAME: 'Example' }).site.oidcName).toBe('Example');
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1', 'http://127.0.0.1:1/realm', 'http://[::1]:8080/'])(
    'take a provider on this machine by http: %s',
    (OIDC_ISSUER) => expect(readSettings({ ...provider, OIDC_ISSUER }).signIn.oidc?.issuer).toBe(OIDC_ISSUER),
  );

  it.each([
    'http://login.example',
    'http://localhost.example',
    'http://localhost@login.example',
    'http://localhost:80@login.example',
    'http://127.0.0.1.example',
    'ftp://login.example',
    'login.example',
    'https://',
  ])('take no other: %s', (OIDC_ISSUER) =>
    expect(() => readSettings({ ...provider, OIDC_ISSUER })).toThrow(/^OIDC_ISSUER: /),
  );

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID'] as const)('take no provider by halves: %s alone', (name) =>
    expect(() => readSettings({ [name]: provider[name] })).toThrow('give both, or none'),
  );
});

describe('the least version of clients', () => {
  it('is none unless it is set', () => expect(readSettings({}).minClientVersion).toBeUndefined());
  it.each(['1.4.0', '2.0.0-rc.1'])('may be %s', (MIN_CLIENT_VERSION) =>
    expect(readSettings({ MIN_CLIENT_VERSION }).minClientVersion).toBe(MIN_CLIENT_VERSION),
  );
  it.each(['1.4', 'v1.4.0', 'latest', '1.4.0 ', '1234567890.0.0'])('can’t be %j', (MIN_CLIENT_VERSION) =>
    expect(() => readSettings({ MIN_CLIENT_VERSION })).toThrow(/^MIN_CLIENT_VERSION: must be a version/),
  );
});
