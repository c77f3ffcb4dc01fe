import { describe, expect, it } from 'vitest';
import { defaultLimits, withoutLimits } from '../../origin/contract/quotas.ts';
import { readSettings } from '../../origin/settings/settings.ts';

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

describe('settings of a catalog in PostgreSQL', () => {
  const given = { CATALOG_URL: 'postgres://mirror@db.example/catalog', OBJECT_STORE: 's3://bucket/registry/' };

  it('name a database of its own, and an object store', () => {
    const { catalogUrl, objectStore } = readSettings(given);
    expect([catalogUrl, objectStore]).toEqual([given.CATALOG_URL, 's3://bucket/registry']);
    expect(readSettings({ OBJECT_STORE: '/objects/' })).toMatchObject({
      objectStore: '/objects',
      catalogUrl: undefined,
    });
  });

  it('refuse one without the other, the store’s database, and what is no PostgreSQL', () => {
    expect(() => readSettings({ ...given, OBJECT_STORE: '' })).toThrow(/^CATALOG_URL: needs OBJECT_STORE/);
    expect(() => readSettings({ ...given, DATABASE_URL: given.CATALOG_URL })).toThrow(/^CATALOG_URL: must be another/);
    expect(() => readSettings({ ...given, CATALOG_URL: 'catalog.sqlite' })).toThrow(
      /^CATALOG_URL: must be a PostgreSQL/,
    );
  });
});

describe('settings of a backup', () => {
  it('name a folder outside the data folder, or a bucket, without slashes at its end', () => {
    const dirOf = (BACKUP_DIR: string) => readSettings({ DATA_DIR: '/data', BACKUP_DIR }).backup.dir;
    expect(dirOf('/backup/')).toBe('/backup');
    expect(dirOf('s3://copies/registry//')).toBe('s3://copies/registry');
    expect(() => dirOf('/data/backup')).toThrow('BACKUP_DIR: must be outside DATA_DIR');
  });

  it('reach a bucket by the variables that S3 clients know, the narrower before the wider', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'a/b+c' };
    const general = { AWS_ENDPOINT_URL: 'https://all.example', AWS_DEFAULT_REGION: 'eu-1' };
    const given = { accessKeyId: 'AKID', secretAccessKey: 'a/b+c', sessionToken: undefined };
    expect(readSettings({ ...keys, ...general }).s3).toEqual({
      ...given,
      ...{ endpoint: 'https://all.example', region: 'eu-1' },
    });
    const narrow = { AWS_ENDPOINT_URL_S3: 'http://s3.example:9000/', AWS_REGION: 'eu-2', AWS_SESSION_TOKEN: 't=' };
    expect(readSettings({ ...keys, ...general, ...narrow }).s3).toEqual({
      ...given,
      ...{ endpoint: 'http://s3.example:9000', region: 'eu-2', sessionToken: 't=' },
    });
  });

  it.each([
    ['AWS_ENDPOINT_URL_S3', 'ftp://s3.example'],
    ['AWS_ENDPOINT_URL_S3', 'https://user:secret@s3.example'],
    ['AWS_ENDPOINT_URL', 'https://s3.example?x=1'],
    ['AWS_REGION', 'eu central'],
    ['AWS_SECRET_ACCESS_KEY', 'secret\nX-Evil: 1'],
    ['AWS_SESSION_TOKEN', 'two words'],
  ])('refuse %s=%j, without repeating it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}: `));
    expect(() => readSettings({ [name]: value })).not.toThrow(value);
  });
});

describe('daily quotas', () => {
  const of = (DAILY_QUOTAS: string) => readSettings({ DAILY_QUOTAS }).quotas;

  it('have limits where nobody sets any', () => {
    const { quotas } = readSettings({});
    expect(quotas).toEqual(defaultLimits);
    expect(Object.values(quotas).every((limit) => limit !== null && limit > 0)).toBe(true);
    expect(of('')).toEqual(quotas);
  });
  it('are changed by name, to a number or to none, and the others stay', () =>
    expect(of(' versions=1000, bytes = none,teams=0')).toEqual({
      ...defaultLimits,
      ...{ versions: 1000, bytes: null, teams: 0 },
    }));
  it('are lifted all at once by none', () => expect(of('none')).toEqual(withoutLimits));
  it.each([
    ['versoins=1', '"versoins" is none of handles, moves, teams, '],
    ['versions', 'versions must be a whole number, or none'],
    ['versions=', 'versions must be'],
    ['versions=-1', 'versions must be'],
    ['versions=1.5', 'versions must be'],
    ['versions=1e3', 'versions must be'],
    ['bytes=10MB', 'bytes must be'],
    ['versions=1;teams=2', 'versions must be'],
    ['versions=1,none', '"none" is none of'],
    ['__proto__=1', '"__proto__" is none of'],
  ])('can’t be %j', (list, why) =>
    expect(() => of(list)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(`^DAILY_QUOTAS: ${why}`) }),
    ),
  );
});

describe('the least version of clients', () => {
  it('is none unless it is set', () => expect(readSettings({}).minClientVersion).toBeUndefined());
  it.each(['1.4.0', '2.0.0-rc.1'])('may be %s', (MIN_CLIENT_VERSION) =>
    expect(readSettings({ MIN_CLIENT_VERSION }).minClientVersion).toBe(MIN_CLIENT_VERSION),
  );
  it.each(['1.4', 'v1.4.0', 'latest', '1.4.0 ', '01.4.0', '99999999999999999.0.0'])(
    'can’t be %j',
    (MIN_CLIENT_VERSION) =>
      expect(() => readSettings({ MIN_CLIENT_VERSION })).toThrow(/^MIN_CLIENT_VERSION: must be a version/),
  );
});

describe('settings of a CDN', () => {
  const varnish = {
    CDN: 'varnish',
    CDN_TARGET: 'http://10.0.0.1:6081, http://10.0.0.2:6081',
    CDN_TOKEN: 'x'.repeat(16),
  };
  const keys = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret' };

  it('are none where none is set', () => expect(readSettings({}).cdn).toBeUndefined());

  it('name each cache, and what purges it', () => {
    const token = 'x'.repeat(16);
    expect(readSettings(varnish).cdn).toEqual({
      ...{ kind: 'varnish', targets: ['http://10.0.0.1:6081', 'http://10.0.0.2:6081'], token, keys: undefined },
    });
    expect(readSettings({ CDN: 'cloudfront', CDN_TARGET: 'E1', ...keys }).cdn).toMatchObject({
      ...{ kind: 'cloudfront', targets: ['E1'], keys: { accessKeyId: 'AKID', secretAccessKey: 'secret' } },
    });
  });

  it.each([
    [{ CDN: 'akamai' }, /^CDN: /],
    [{ CDN_TARGET: 'x' }, /^CDN: /],
    [{ ...varnish, CDN_TARGET: '' }, /^CDN_TARGET: /],
    [{ ...varnish, CDN_TARGET: 'ada:secret-word@10.0.0.1' }, /^CDN_TARGET: /],
    [{ ...varnish, CDN_TARGET: 'http://ada:secret-word@10.0.0.1' }, /^CDN_TARGET: /],
    [{ ...varnish, CDN_TOKEN: 'secret-word' }, /^CDN_TOKEN: /],
    [{ ...varnish, CDN_TOKEN: 'secret-word\nand another' }, /^CDN_TOKEN: /],
    [{ ...varnish, CDN: 'fastly' }, /^CDN_TARGET: /],
    [{ ...varnish, CDN: 'fastly', CDN_TARGET: '../purge_all' }, /^CDN_TARGET: /],
    [{ CDN: 'cloudfront', CDN_TARGET: 'E1' }, /^CDN: /],
  ])('are refused in one line, without their secret: %j', (given, line) => {
    expect(() => readSettings(given)).toThrow(line);
    expect(() => readSettings(given)).not.toThrow(/secret-word/);
  });
});
