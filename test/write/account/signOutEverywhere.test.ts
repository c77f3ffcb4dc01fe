import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { linkFor } from '../../../scripts/operator/accounts/link.ts';
import { answerOf, refused } from '../../answers.ts';
import { Authenticator, Browser, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { type IdentityProvider, openProvider, secret } from '../../identityProvider.ts';
import { openRegistry, signIn, site, type TestRegistry } from '../../registry.ts';
import { addKit, deskOf, suspend } from '../../scene.ts';

describe.each(engineNames)('signing out everywhere on %s', (name) => {
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await openProvider();
  });
  afterAll(() => provider.close());

  const openWithProvider = (through?: (engine: Engine) => Engine) =>
    openRegistry(name, {
      ...(through && { through }),
      settings: {
        site: { ...site, oidcName: 'Example' },
        signIn: { ...signIn, oidc: { issuer: provider.issuer, clientId: 'registry', clientSecret: secret } },
      },
    });
  const everywhere = async (browser: Browser) =>
    answerOf('signOutEverywhere', await browser.send('DELETE', '/sessions'));
  const whoami = (registry: TestRegistry, token: string) =>
    registry.get('/whoami', { authorization: `Bearer ${token}` });
  const ask = async (registry: TestRegistry, tokenClass: 'device' | 'session' = 'device') => {
    const body = JSON.stringify({ device_name: 'Desk', class: tokenClass });
    const headers = { 'content-type': 'application/json' };
    return answerOf('startPairing', await registry.app.request('/api/v1/pairing', { method: 'POST', headers, body }));
  };
  const approve = (browser: Browser, { user_code }: { user_code: string }) =>
    browser.send('POST', `/pairing/${user_code.replace('-', '')}/approval`);
  const redeem = (registry: TestRegistry, { pairing_id }: { pairing_id: string }) =>
    registry.app.request(`/api/v1/pairing/${pairing_id}/token`, { method: 'POST' });

  it('ends a token of every class, this session too, and says how many of each', async () => {
    await using registry = await openWithProvider();
    const browser = await signUp(registry, 'anna');
    const other = new Browser(registry, browser.authenticator);
    await answerOf('signIn', await other.signIn());
    await answerOf('updateAccount', await other.send('PATCH', '/account', { mcp_enabled: true }));
    const [stranger, strangers] = [await signUp(registry, 'bob'), await registry.as('bob')];
    const kit = await addKit(registry, 'anna', 'tools', []);
    const paired = await ask(registry);
    await approve(browser, paired);
    const { token: device } = await answerOf('redeemPairing', await redeem(registry, paired));
    const tokens = [
      device,
      await registry.tokenFor('anna', 'device'),
      await registry.tokenFor('anna', 'kit', kit),
      await registry.tokenFor('anna', 'mcp'),
      await registry.tokenFor('anna'),
    ];
    for (const token of tokens) expect((await whoami(registry, token)).status).toBe(200);
    const devices = async () =>
      (await registry.engine.db.selectFrom('counters').select('value').executeTakeFirstOrThrow()).value;
    expect(await devices()).toBe(1);

    const { cookie } = browser;
    expect(await everywhere(browser)).toEqual({
      signed_out: true,
      sessions: 4,
      devices: 2,
      kit_keys: 1,
      mcp_tokens: 1,
      pairings: 0,
      links: 0,
    });
    expect(browser.cookie).toBe('');
    for (const ended of [cookie, other.cookie])
      expect(await refused(await registry.get('/account', { cookie: ended }))).toBe('401 unauthorized');
    for (const token of tokens) expect(await refused(await whoami(registry, token))).toBe('401 token_revoked');
    expect(await devices()).toBe(0);
    expect((await stranger.send('GET', '/account')).status).toBe(200);
    expect((await registry.get('/whoami', strangers)).status).toBe(200);

    expect((await browser.signIn()).status).toBe(200);
    expect((await answerOf('listTokens', await browser.send('GET', '/tokens'))).tokens).toHaveLength(1);
    expect((await answerOf('listDevices', await browser.send('GET', '/devices'))).devices).toEqual([]);
  });

  it('ends what would become a token: approved pairings, links, passkeys and accounts being added', async () => {
    await using registry = await openWithProvider();
    const browser = await signUp(registry, 'anna');
    const pairings = [await ask(registry), await ask(registry, 'session')];
    for (const pairing of pairings) expect((await approve(browser, pairing)).status).toBe(200);
    const waiting = await ask(registry);
    const { url } = (await linkFor(deskOf(registry), 'anna')).json as { url: string };
    const passkey = new Authenticator().create(await browser.challenge('add'));
    const link = await answerOf('startOidcLink', await browser.send('POST', '/session/oidc/link'));
    const query = await provider.walk(link.url);

    expect(await everywhere(browser)).toMatchObject({ sessions: expect.any(Number), pairings: 2, links: 1 });
    for (const pairing of pairings) expect(await refused(await redeem(registry, pairing))).toBe('403 forbidden');
    const code = new URL(url).hash.slice('#code='.length);
    expect(await refused(await new Browser(registry).send('POST', '/session/link', { code }))).toBe('403 forbidden');
    expect((await browser.signIn()).status).toBe(200);
    expect(await refused(await browser.send('POST', '/passkeys', { passkey }))).toBe('401 unauthorized');
    const back = { query, secret: link.secret };
    expect(await refused(await browser.send('POST', '/session/oidc/callback', back))).toBe('401 unauthorized');
    expect((await approve(browser, waiting)).status).toBe(200);
  });

  it('ends what was under way: a request that commits after it mints, pairs and adds nothing', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const { promise: allWait, resolve: letAllWait } = Promise.withResolvers<void>();
    let held = Number.NaN;
    // Whatever was let in before waits to write until everything has ended.
    const through = (engine: Engine): Engine => ({
      ...engine,
      write: async (work) => {
        if (held < 4) {
          held += 1;
          if (held === 4) letAllWait();
          await ended;
        }
        return engine.write(work);
      },
    });
    await using registry = await openWithProvider(through);
    const browser = await signUp(registry, 'anna');
    const other = new Browser(registry, browser.authenticator);
    await other.signIn();
    await other.send('GET', '/account');
    const waiting = await ask(registry);
    const passkey = new Authenticator().create(await other.challenge('add'));
    held = 0;
    const late = [
      other.send('POST', '/tokens', { class: 'mcp' }),
      approve(other, waiting),
      other.send('POST', '/passkeys', { passkey }),
      other.send('POST', '/handles', { handle: 'other', release: 'anna' }),
    ];
    await allWait;
    await everywhere(browser);
    end();
    for (const response of await Promise.all(late)) expect(await refused(response)).toBe('401 token_revoked');
    await browser.signIn();
    expect((await answerOf('listTokens', await browser.send('GET', '/tokens'))).tokens).toHaveLength(1);
    expect(await refused(await redeem(registry, waiting))).toBe('428 authorization_pending');
  });

  it('is open to a suspended person, whose sessions would work again later', async () => {
    await using registry = await openWithProvider();
    const [browser, program] = [await signUp(registry, 'mallory'), await registry.tokenFor('mallory')];
    await suspend(registry, 'mallory', true);
    expect(await everywhere(browser)).toMatchObject({ sessions: 2 });
    await suspend(registry, 'mallory', false);
    expect(await refused(await whoami(registry, program))).toBe('401 token_revoked');
  });
});
