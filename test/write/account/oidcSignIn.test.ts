import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proofLifetime } from '../../../origin/contract/access.ts';
import { answerOf, refusalOf, refused } from '../../answers.ts';
import { Browser, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { type IdentityProvider, openProvider, secret } from '../../identityProvider.ts';
import { openRegistry, signIn, site, type TestRegistry } from '../../registry.ts';
import { suspend } from '../../scene.ts';

const failed = {
  code: 'unauthorized',
  message: 'The provider did not sign you in, or the sign-in has expired. Start again.',
};

describe.each(engineNames)('signing in with an OpenID Connect provider on %s', (name) => {
  let provider: IdentityProvider;
  let registry: TestRegistry & AsyncDisposable;
  const openWith = (client: { clientId: string; clientSecret?: string }) =>
    openRegistry(name, {
      settings: {
        site: { ...site, oidcName: 'Example' },
        signIn: { ...signIn, oidc: { issuer: provider.issuer, ...client } },
      },
    });
  beforeAll(async () => {
    provider = await openProvider();
    registry = await openWith({ clientId: 'registry', clientSecret: secret });
  });
  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    await provider.close();
  });
  let person = 0;
  beforeEach(() => {
    person += 1;
    provider.person = { sub: `person-${person}`, name: 'Alice Doe' };
  });

  const kept = new WeakMap<Browser, string>();
  const start = async (browser: Browser) => {
    const started = await answerOf('startOidcSignIn', await browser.send('POST', '/session/oidc'));
    kept.set(browser, started.secret);
    return started;
  };
  const finish = (browser: Browser, query: string, secret = kept.get(browser) ?? '') =>
    browser.send('POST', '/session/oidc/callback', { query, secret });
  /** Adding an account there to the one that is signed in, the same way. */
  const link = async (browser: Browser) => {
    const started = await answerOf('startOidcLink', await browser.send('POST', '/session/oidc/link'));
    return finish(browser, await provider.walk(started.url), started.secret);
  };
  /** All of it, as a page does it. */
  const pass = async (browser: Browser) => finish(browser, await provider.walk((await start(browser)).url));
  const changed = (query: string, change: (parameters: URLSearchParams) => void): string => {
    const parameters = new URLSearchParams(query);
    change(parameters);
    return String(parameters);
  };

  it('is offered by its name', async () => {
    expect(await answerOf('getSignInMethods', await registry.get('/session/methods'))).toEqual({
      passkeys: true,
      oidc: { name: 'Example' },
    });
  });

  it('sends the browser away with PKCE, a nonce and a state of its own each time', async () => {
    const [one, two] = [await start(new Browser(registry)), await start(new Browser(registry))];
    const { origin, searchParams } = new URL(one.url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'registry',
      redirect_uri: `${site.mirrorUrl}/signin`,
      scope: 'openid profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
      state: expect.stringMatching(/^.{43}$/),
    });
    for (const parameter of ['code_challenge', 'nonce', 'state'])
      expect(new URL(two.url).searchParams.get(parameter)).not.toBe(searchParams.get(parameter));
  });

  it('makes an account for someone new, and signs in to it the next time', async () => {
    const browser = new Browser(registry);
    const account = await answerOf('finishOidcSignIn', await pass(browser));
    expect(account).toMatchObject({
      handle: '',
      displayName: 'Alice Doe',
      avatarUrl: '',
      passkeys: 0,
      identity_providers: [provider.issuer],
      is_operator: false,
    });
    expect(await answerOf('getAccount', await browser.send('GET', '/account'))).toEqual(account);
    const elsewhere = new Browser(registry);
    expect(await answerOf('finishOidcSignIn', await pass(elsewhere))).toEqual(account);
    expect((await browser.send('GET', '/account')).status).toBe(200);
  });

  it.each([
    ['no name', undefined, ''],
    ['a long one', 'x'.repeat(101), ''],
    ['control characters in it', 'a\u0000b', ''],
    ['spaces around it', '  Bob  ', 'Bob'],
  ])('takes over a name that can be shown: with %s', async (_, claimed, displayName) => {
    provider.person = { sub: `named-${person}`, ...(claimed !== undefined && { name: claimed }) };
    expect(await answerOf('finishOidcSignIn', await pass(new Browser(registry)))).toMatchObject({ displayName });
  });

  it('works for a client without a secret, too', async () => {
    await using own = await openWith({ clientId: 'public' });
    expect((await pass(new Browser(own))).status).toBe(200);
  });

  it('links the identity to the account that is signed in, which then needs no passkey', async () => {
    const browser = await signUp(registry);
    const id = browser.authenticator.passkeys[0]?.id;
    expect(await refused(await browser.send('DELETE', `/passkeys/${id}`))).toBe('409 conflict');
    const { cookie } = browser;
    const account = await answerOf('finishOidcSignIn', await link(browser));
    expect(browser.cookie).toBe(cookie);
    expect(account).toMatchObject({ passkeys: 1, identity_providers: [provider.issuer], displayName: '' });
    for (const again of [link, pass]) expect(await answerOf('finishOidcSignIn', await again(browser))).toEqual(account);
    expect(await answerOf('finishOidcSignIn', await pass(new Browser(registry)))).toEqual(account);
    expect((await browser.send('DELETE', `/passkeys/${id}`)).status).toBe(200);
  });

  it('links no identity that signs in as somebody else', async () => {
    const owner = await answerOf('finishOidcSignIn', await pass(new Browser(registry)));
    const browser = await signUp(registry);
    expect(await refused(await link(browser))).toBe('409 conflict');
    expect(await answerOf('getAccount', await browser.send('GET', '/account'))).toMatchObject({
      identity_providers: [],
    });
    expect(await answerOf('finishOidcSignIn', await pass(new Browser(registry)))).toEqual(owner);
  });

  it('confirms the session of whoever signs in again, whom the provider is told to ask', async () => {
    await using own = await openWith({ clientId: 'registry', clientSecret: secret });
    const browser = new Browser(own);
    await pass(browser);
    const { cookie } = browser;
    own.clock.now += proofLifetime;
    const mint = () => browser.send('POST', '/tokens', { class: 'mcp' });
    expect(await refused(await mint())).toBe('403 reauthentication_required');
    expect(await refused(await browser.send('POST', '/session/oidc/link'))).toBe('403 reauthentication_required');
    const { url } = await start(browser);
    expect(new URL(url).searchParams.get('max_age')).toBe('0');
    expect((await finish(browser, await provider.walk(url))).status).toBe(200);
    expect((await mint()).status).toBe(201);
    expect(await refused(await own.get('/account', { cookie }))).toBe('401 unauthorized');
  });

  it('confirms and adds nothing with an identity that the account does not have', async () => {
    const browser = await signUp(registry);
    expect(await refused(await pass(browser))).toBe('403 forbidden');
    expect(await answerOf('getAccount', await browser.send('GET', '/account'))).toMatchObject({
      identity_providers: [],
    });
    await pass(new Browser(registry));
    expect(await refused(await pass(browser))).toBe('403 forbidden');
  });

  it('is finished by whom it was begun for alone', async () => {
    const [anna, mallory, nobody] = [await signUp(registry), await signUp(registry), new Browser(registry)];
    for (const [beginner, finisher] of [
      [mallory, anna],
      [nobody, anna],
      [mallory, nobody],
    ] as const) {
      const query = await provider.walk((await start(beginner)).url);
      expect(await refusalOf(await finish(finisher, query, kept.get(beginner)))).toMatchObject(failed);
      expect(await refusalOf(await finish(beginner, query))).toMatchObject(failed);
    }
    for (const browser of [anna, mallory])
      expect(await answerOf('getAccount', await browser.send('GET', '/account'))).toMatchObject({
        identity_providers: [],
      });
  });

  it('lets a suspended account in, which says that it is', async () => {
    const browser = new Browser(registry);
    await pass(browser);
    const handle = `mallory-${person}`;
    await answerOf('claimHandle', await browser.send('POST', '/handles', { handle }));
    await suspend(registry, handle, true);
    const account = await answerOf('finishOidcSignIn', await pass(new Browser(registry)));
    expect(account).toMatchObject({ handle, suspended: true });
  });

  describe('is refused', () => {
    const accounts = async () => (await registry.engine.db.selectFrom('profiles').select('id').execute()).length;

    it.each<[string, (query: string) => string]>([
      ['another state', (query) => changed(query, (all) => all.set('state', 'A'.repeat(43)))],
      ['no state', (query) => changed(query, (all) => all.delete('state'))],
      ['two states', (query) => changed(query, (all) => all.append('state', 'A'.repeat(43)))],
      ['another code', (query) => changed(query, (all) => all.set('code', 'A'.repeat(43)))],
      ['no code', (query) => changed(query, (all) => all.delete('code'))],
      ['another provider’s name', (query) => changed(query, (all) => all.set('iss', 'http://evil.test'))],
      ['no provider’s name', (query) => changed(query, (all) => all.delete('iss'))],
      ['an error beside it', (query) => changed(query, (all) => all.set('error', 'access_denied'))],
      ['nothing', () => ''],
      ['what is no query', () => '%%%&&==#\u0000'],
    ])('with %s', async (_, wrong) => {
      const browser = new Browser(registry);
      const query = wrong(await provider.walk((await start(browser)).url));
      const before = await accounts();
      expect(await refusalOf(await finish(browser, query))).toMatchObject(failed);
      expect([await accounts(), browser.cookie]).toEqual([before, '']);
    });

    it('the second time, and for all but one of ten at once', async () => {
      const browser = new Browser(registry);
      const query = await provider.walk((await start(browser)).url);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => finish(new Browser(registry), query, kept.get(browser))),
      );
      expect(answers.map((response) => response.status).sort()).toEqual([200, ...Array(9).fill(401)]);
      expect(await refusalOf(await finish(browser, query))).toMatchObject(failed);
    });

    it('in a browser that did not begin it', async () => {
      const query = await provider.walk((await start(new Browser(registry))).url);
      const other = new Browser(registry);
      expect(await refusalOf(await finish(other, query))).toMatchObject(failed);
      await start(other);
      expect(await refusalOf(await finish(other, query))).toMatchObject(failed);
    });

    it('after ten minutes', async () => {
      const browser = new Browser(registry);
      const query = await provider.walk((await start(browser)).url);
      registry.clock.now += 10 * 60;
      expect(await refusalOf(await finish(browser, query))).toMatchObject(failed);
    });

    it.each(['nonce', 'code_challenge', 'client_id'])(
      'with a code that was given for another %s',
      async (parameter) => {
        const browser = new Browser(registry);
        const mine = await start(browser);
        const other = parameter === 'client_id' ? 'other' : 'A'.repeat(43);
        const url = mine.url.replace(new RegExp(`${parameter}=[^&]+`), `${parameter}=${other}`);
        expect(url).not.toBe(mine.url);
        expect(await refusalOf(await finish(browser, await provider.walk(url)))).toMatchObject(failed);
        expect(browser.cookie).toBe('');
      },
    );

    it('with a code of another sign-in', async () => {
      const browser = new Browser(registry);
      const [mine, theirs] = [await start(browser), await start(new Browser(registry))];
      const state = new URL(mine.url).searchParams.get('state') ?? '';
      const query = changed(await provider.walk(theirs.url), (all) => all.set('state', state));
      expect(await refusalOf(await finish(browser, query))).toMatchObject(failed);
    });

    it('where the person says no', async () => {
      provider.person = undefined;
      const browser = new Browser(registry);
      const query = await provider.walk((await start(browser)).url);
      expect(query).toContain('error=access_denied');
      expect(await refusalOf(await finish(browser, query))).toMatchObject(failed);
    });

    it('where no provider is configured', async () => {
      await using own = await openRegistry(name);
      const browser = new Browser(own);
      expect(await refused(await browser.send('POST', '/session/oidc'))).toBe('404 not_found');
      expect(await refused(await finish(browser, 'state=x&code=y'))).toBe('404 not_found');
    });
  });

  it('makes one account of someone new who comes twice at once', async () => {
    const browsers = [new Browser(registry), new Browser(registry)];
    const answers = await Promise.all(browsers.map(pass));
    const accounts = await Promise.all(answers.map((response) => answerOf('finishOidcSignIn', response)));
    expect(accounts[0]).toEqual(accounts[1]);
  });

  it('holds up nobody else while the provider takes its time', async () => {
    const browser = new Browser(registry);
    const query = await provider.walk((await start(browser)).url);
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.held = promise;
    const finished = finish(browser, query);
    await signUp(registry);
    resolve();
    expect((await finished).status).toBe(200);
  });

  it('says so while the provider is down, and works when it is back', async () => {
    await using own = await openWith({ clientId: 'registry', clientSecret: secret });
    const browser = new Browser(own);
    await provider.close();
    const down = await refusalOf(await browser.send('POST', '/session/oidc'));
    expect(down).toMatchObject({ code: 'unavailable' });
    expect(down.message).toContain('sign in with a passkey');
    await provider.open();
    const { url } = await start(browser);
    const query = await provider.walk(url);
    await provider.close();
    expect(await refused(await finish(browser, query))).toBe('503 unavailable');
    await provider.open();
    expect(await refusalOf(await finish(browser, query))).toMatchObject(failed);
    expect((await pass(browser)).status).toBe(200);
  });
});
