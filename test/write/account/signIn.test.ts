import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, refusalOf, refused } from '../../answers.ts';
import { type Algorithm, Authenticator, Browser, type Lie, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, site, type TestRegistry } from '../../registry.ts';

const lies: Record<string, Lie> = {
  'another site’s page': { origin: 'http://evil.test' },
  'a page whose origin only begins like ours': { origin: `${site.mirrorUrl}.evil.test` },
  'a frame in another site’s page': { crossOrigin: true },
  'another domain’s passkey': { domain: 'evil.test' },
  'a challenge that was never given': { challenge: 'A'.repeat(43) },
  'no challenge': { challenge: '' },
  'nobody at the key': { userPresent: false },
  'nobody who was verified': { userVerified: false },
};

/** How many rows the tables of sign-in hold: what a refusal must leave as it was. */
const rowsIn = async ({ engine }: TestRegistry) => {
  const tables = ['profiles', 'passkeys', 'tokens', 'challenges'] as const;
  const counts = tables.map((table) =>
    engine.db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return (await Promise.all(counts)).map(({ count }) => count);
};

describe.each(engineNames)('signing in with a passkey on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('makes an account that has neither handle nor name, and is signed in at once', async () => {
    const browser = new Browser(registry);
    const response = await browser.register();
    expect(response.status).toBe(201);
    const account = await answerOf('registerAccount', response);
    expect(account).toEqual({
      user_id: expect.stringMatching(/^\d+$/),
      handle: '',
      displayName: '',
      avatarUrl: '',
      is_operator: false,
      suspended: false,
      mcp_enabled: false,
      notifications: 0,
      passkeys: 1,
      identity_providers: [],
      teams: [],
      invitations: 0,
    });
    expect(await answerOf('getAccount', await browser.send('GET', '/account'))).toEqual(account);
    expect(await answerOf('whoami', await browser.send('GET', '/whoami'))).toMatchObject({
      authenticated: true,
      handle: '',
      user_id: account.user_id,
      token_class: 'session',
    });
  });

  it.each<Algorithm>(['-7', '-8', '-257'])(
    'works with keys of the algorithm %s, in another browser too',
    async (algorithm) => {
      const authenticator = new Authenticator({ algorithm });
      const first = await answerOf('registerAccount', await new Browser(registry, authenticator).register());
      const elsewhere = new Browser(registry, authenticator);
      expect(await answerOf('signIn', await elsewhere.signIn())).toEqual(first);
      expect(await answerOf('getAccount', await elsewhere.send('GET', '/account'))).toEqual(first);
    },
  );

  it('works on pages of the origin too', async () => {
    const browser = new Browser(registry);
    await answerOf('registerAccount', await browser.register({ origin: site.originUrl }));
    expect((await browser.signIn({ origin: site.originUrl })).status).toBe(200);
  });

  it('asks for a passkey that is found without a name, and for whoever holds it to be verified', async () => {
    const browser = new Browser(registry);
    const toRegister = await browser.challenge('register');
    expect(toRegister).toMatchObject({
      rp: { id: 'mirror.test', name: 'Skill registry' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: [],
      user: { name: 'Account of 2026-09-21' },
    });
    const toSignIn = await browser.challenge('sign-in');
    expect(toSignIn).toMatchObject({ rpId: 'mirror.test', userVerification: 'required' });
    expect(toSignIn).not.toHaveProperty('allowCredentials');
    const texts = [toRegister.challenge, toSignIn.challenge, (await browser.challenge('sign-in')).challenge];
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) expect(text).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it.each(['packed', 'tpm', 'apple'] as const)(
    'looks at no attestation, which it did not ask for: %s',
    async (attestation) => {
      const browser = new Browser(registry);
      expect((await browser.register({ attestation })).status).toBe(201);
      expect((await browser.signIn()).status).toBe(200);
    },
  );

  it('keeps neither a challenge nor a session in clear', async () => {
    const browser = await signUp(registry);
    const { challenge } = await browser.challenge('sign-in');
    const rows = JSON.stringify([
      await registry.engine.db.selectFrom('challenges').selectAll().execute(),
      await registry.engine.db.selectFrom('tokens').selectAll().execute(),
    ]);
    expect(rows).not.toContain(challenge);
    for (const value of browser.cookies.values()) expect(rows).not.toContain(value.slice(6, 38));
  });

  it.each(Object.entries(lies))('makes no account for %s', async (_, lie) => {
    const browser = new Browser(registry);
    const passkey = browser.authenticator.create(await browser.challenge('register'), lie);
    const before = await rowsIn(registry);
    const refusal = await refusalOf(await browser.send('POST', '/accounts', { passkey }));
    expect(refusal).toMatchObject({
      code: 'unauthorized',
      message: 'This passkey was not accepted. Try again, or use another one.',
    });
    expect(await rowsIn(registry)).toEqual(before);
    expect(browser.cookie).toBe('');
  });

  it.each<[string, Lie]>([
    ...Object.entries(lies),
    ['another key’s signature', { wrongKey: true }],
    ['a passkey that nobody registered', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['another account’s user handle', { userHandle: 'AAAA' }],
    ['no user handle', { userHandle: '' }],
    ['the answer of a registration', { type: 'webauthn.create' }],
  ])('lets nobody in with %s, and says the same to all', async (_, lie) => {
    const known = await signUp(registry);
    const browser = new Browser(registry, known.authenticator);
    const passkey = browser.authenticator.get(await browser.challenge('sign-in'), lie);
    const before = await rowsIn(registry);
    const refusal = await refusalOf(await browser.send('POST', '/session', { passkey }));
    expect(refusal).toMatchObject({
      code: 'unauthorized',
      message: 'This passkey was not accepted. Try again, or use another one.',
    });
    expect(await rowsIn(registry)).toEqual(before);
    expect(browser.cookie).toBe('');
    expect((await browser.signIn()).status).toBe(200);
  });

  it('takes no answer twice', async () => {
    const browser = await signUp(registry);
    const passkey = browser.authenticator.get(await browser.challenge('sign-in'), { counter: 0 });
    expect((await browser.send('POST', '/session', { passkey })).status).toBe(200);
    expect(await refused(await browser.send('POST', '/session', { passkey }))).toBe('401 unauthorized');
    const fresh = new Browser(registry);
    const made = fresh.authenticator.create(await fresh.challenge('register'));
    expect((await fresh.send('POST', '/accounts', { passkey: made })).status).toBe(201);
    expect(await refused(await fresh.send('POST', '/accounts', { passkey: made }))).toBe('401 unauthorized');
  });

  it('takes a challenge for what it was given for alone', async () => {
    const browser = await signUp(registry);
    const toRegister = browser.authenticator.get(await browser.challenge('register'));
    expect(await refused(await browser.send('POST', '/session', { passkey: toRegister }))).toBe('401 unauthorized');
    const other = new Authenticator();
    for (const purpose of ['sign-in', 'add'] as const) {
      const options = { user: { id: 'AAAA' }, ...(await browser.challenge(purpose)) };
      const made = { passkey: other.create(options) };
      expect(await refused(await browser.send('POST', '/accounts', made))).toBe('401 unauthorized');
    }
  });

  it('takes a challenge for ten minutes', async () => {
    await using own = await openRegistry(name);
    const browser = await signUp(own);
    const inTime = browser.authenticator.get(await browser.challenge('sign-in'));
    const late = browser.authenticator.get(await browser.challenge('sign-in'));
    own.clock.now += 10 * 60 - 1;
    expect((await browser.send('POST', '/session', { passkey: inTime })).status).toBe(200);
    own.clock.now += 1;
    expect(await refused(await browser.send('POST', '/session', { passkey: late }))).toBe('401 unauthorized');
  });

  it('lets one of 50 in who use the same answer at once', async () => {
    const { authenticator } = await signUp(registry);
    const browser = new Browser(registry);
    const signingIn = authenticator.get(await browser.challenge('sign-in'), { counter: 0 });
    const registering = new Authenticator().create(await browser.challenge('register'));
    for (const [path, passkey, status] of [
      ['/session', signingIn, 200],
      ['/accounts', registering, 201],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => browser.send('POST', path, { passkey })));
      const statuses = answers.map((response) => response.status).sort();
      expect(statuses).toEqual([status, ...Array(49).fill(401)]);
    }
  });

  describe('counts the uses of a key', () => {
    it('refuses one that goes back or stands still: it is a copy', async () => {
      const browser = await signUp(registry);
      expect((await browser.signIn({ counter: 7 })).status).toBe(200);
      for (const counter of [7, 6, 0])
        expect(await refused(await browser.signIn({ counter }))).toBe('401 unauthorized');
      expect((await browser.signIn({ counter: 8 })).status).toBe(200);
    });

    it('and lets keys be that do not count', async () => {
      const browser = new Browser(registry, new Authenticator({ step: 0 }));
      await answerOf('registerAccount', await browser.register());
      for (let uses = 0; uses < 3; uses += 1) expect((await browser.signIn()).status).toBe(200);
    });
  });

  it('notes when a passkey was used last', async () => {
    await using own = await openRegistry(name);
    const browser = await signUp(own);
    const lastUse = async () =>
      (await answerOf('listPasskeys', await browser.send('GET', '/passkeys'))).passkeys[0]?.last_used_at;
    expect(await lastUse()).toBe(null);
    own.clock.now += 100;
    await browser.signIn();
    expect(await lastUse()).toBe(own.clock.now);
  });

  it('ends the session that this browser had before', async () => {
    const browser = await signUp(registry);
    const before = browser.cookie;
    await answerOf('signIn', await browser.signIn());
    expect(browser.cookie).not.toBe(before);
    expect(await refused(await registry.get('/account', { cookie: before }))).toBe('401 unauthorized');
    expect((await browser.send('GET', '/account')).status).toBe(200);
  });

  it('answers what is no answer of a browser with what is wrong with it', async () => {
    const browser = new Browser(registry);
    const passkey = browser.authenticator.create(await browser.challenge('register'));
    const { response } = passkey;
    const before = await rowsIn(registry);
    for (const body of [
      {},
      { passkey: {} },
      { passkey: { ...passkey, type: 'password' } },
      { passkey: { ...passkey, id: '' } },
      { passkey: { ...passkey, id: 'a b' } },
      { passkey: { ...passkey, response: { ...response, clientDataJSON: 'A'.repeat(10_000) } } },
      { passkey: { ...passkey, response: { ...response, attestationObject: 'A'.repeat(50_000) } } },
      { passkey, more: true },
      { passkey, name: ' ' },
      { passkey, name: 'x'.repeat(101) },
    ])
      expect(await refused(await browser.send('POST', '/accounts', body))).toBe('400 malformed_body');
    for (const wrong of [
      { clientDataJSON: '' },
      { clientDataJSON: Buffer.from('null').toString('base64url') },
      { clientDataJSON: Buffer.from('{"challenge":1}').toString('base64url') },
      { attestationObject: undefined },
      { attestationObject: '' },
      { attestationObject: Buffer.from([0x81, 0x81, 0x81]).toString('base64url') },
      { attestationObject: Buffer.alloc(30_000, 0x81).toString('base64url') },
    ]) {
      const lying = { ...passkey, response: { ...response, ...wrong } };
      expect(await refused(await browser.send('POST', '/accounts', { passkey: lying }))).toBe('401 unauthorized');
      expect(await refused(await browser.send('POST', '/session', { passkey: lying }))).toBe('401 unauthorized');
    }
    const renamed = { ...passkey, id: 'AAAA', rawId: 'AAAA' };
    expect(await refused(await browser.send('POST', '/accounts', { passkey: renamed }))).toBe('401 unauthorized');
    expect(await rowsIn(registry)).toEqual(before);
    expect((await browser.send('POST', '/accounts', { passkey })).status).toBe(201);
  });
});
