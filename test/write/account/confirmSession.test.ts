import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofLifetime } from '../../../origin/contract/access.ts';
import { createProfile } from '../../../origin/store/people/people.ts';
import { linkFor, operatorLink } from '../../../scripts/operator/accounts/link.ts';
import { answerOf, refusalOf, refused } from '../../answers.ts';
import { Authenticator, Browser, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { deskOf } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

describe.each(engineNames)('what lasts, on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const mint = (browser: Browser) => browser.send('POST', '/tokens', { class: 'mcp' });
  const wait = (seconds: number) => {
    registry.clock.now += seconds;
  };

  it('takes a sign-in of the last ten minutes, and says how to go on after that', async () => {
    const browser = await signUp(registry);
    wait(proofLifetime - 1);
    expect((await mint(browser)).status).toBe(201);
    wait(1);
    const refusal = await refusalOf(await mint(browser));
    expect(refusal).toMatchObject({ statusCode: 403, code: 'reauthentication_required' });
    expect(refusal.docs).toMatch(/\/docs\/errors#reauthentication_required$/);
    expect((await browser.send('GET', '/account')).status).toBe(200);
    await browser.signIn();
    expect((await mint(browser)).status).toBe(201);
  });

  it('is open for ten minutes again once a passkey confirmed it, in that browser alone, whose cookie is another one', async () => {
    const browser = await signUp(registry);
    const other = new Browser(registry, browser.authenticator);
    await other.signIn();
    const { cookie } = browser;
    wait(proofLifetime);
    const { confirmed_until } = await answerOf('confirmSession', await browser.confirm());
    expect(confirmed_until).toBe(registry.clock.now + proofLifetime);
    expect(await refused(await registry.get('/account', { cookie }))).toBe('401 unauthorized');
    expect((await mint(browser)).status).toBe(201);
    expect(await refused(await mint(other))).toBe('403 reauthentication_required');
    wait(proofLifetime);
    expect(await refused(await mint(browser))).toBe('403 reauthentication_required');
  });

  it('is refused before anything is looked at, used up or changed', async () => {
    const browser = await signUp(registry, 'frieda');
    const passkey = new Authenticator().create(await browser.challenge('add'));
    wait(proofLifetime);
    await browser.send('GET', '/account');
    const before = await everything(registry.engine);
    const add = () => browser.send('POST', '/passkeys', { passkey });
    for (const response of [
      await add(),
      await browser.send('POST', '/tokens', { class: 'nonsense' }),
      await browser.send('POST', '/passkeys/addition'),
      await browser.send('DELETE', `/passkeys/${browser.authenticator.passkeys[0]?.id}`),
      await browser.send('POST', '/pairing/BCDFGHJK/approval'),
      await browser.send('PUT', '/profiles/frieda/key', {}),
      await browser.send('DELETE', '/profiles/frieda/key'),
    ])
      expect(await refused(response)).toBe('403 reauthentication_required');
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('is confirmed by a passkey of one’s own, used for that, once', async () => {
    const [browser, mallory] = [await signUp(registry), await signUp(registry)];
    wait(proofLifetime);
    const confirm = (passkey: unknown) => browser.send('POST', '/session/confirmation', { passkey });
    const theirs = mallory.authenticator.get(await browser.challenge('confirm'));
    expect(await refused(await confirm(theirs))).toBe('403 forbidden');
    const forSignIn = browser.authenticator.get(await browser.challenge('sign-in'));
    expect(await refused(await confirm(forSignIn))).toBe('401 unauthorized');
    const elsewhere = browser.authenticator.get(await browser.challenge('confirm'), { origin: 'http://evil.test' });
    expect(await refused(await confirm(elsewhere))).toBe('401 unauthorized');
    const unseen = browser.authenticator.get(await browser.challenge('confirm'), { userVerified: false });
    expect(await refused(await confirm(unseen))).toBe('401 unauthorized');
    expect(await refused(await mint(browser))).toBe('403 reauthentication_required');
    const mine = browser.authenticator.get(await browser.challenge('confirm'));
    expect((await confirm(mine)).status).toBe(200);
    wait(proofLifetime);
    expect(await refused(await confirm(mine))).toBe('401 unauthorized');
    const { authorization } = await registry.as('ada');
    const init = { method: 'POST', headers: { authorization } };
    expect(await refused(await registry.app.request('/api/v1/session/confirmation', init))).toBe('401 unauthorized');
  });

  it('counts a one-time link as the sign-in that it is', async () => {
    await registry.engine.write((db) => createProfile(db, { handle: 'linus' }, registry.clock.now));
    const { url } = (await linkFor(deskOf(registry), 'linus')).json as { url: string };
    const browser = new Browser(registry);
    await browser.send('POST', '/session/link', { code: url.split('#code=')[1] });
    wait(proofLifetime - 1);
    expect((await mint(browser)).status).toBe(201);
    wait(1);
    expect(await refused(await browser.addPasskey(new Authenticator()).catch(() => mint(browser)))).toBe(
      '403 reauthentication_required',
    );
  });

  it('makes nobody operator who has not confirmed, and leaves the link as it was', async () => {
    await using own = await openRegistry(name);
    const browser = await signUp(own);
    own.clock.now += proofLifetime;
    const code = (await operatorLink(deskOf(own)))?.split('#code=')[1];
    const redeem = () => browser.send('POST', '/session/link', { code });
    expect(await refused(await redeem())).toBe('403 reauthentication_required');
    await browser.confirm();
    expect(await answerOf('redeemLink', await redeem())).toMatchObject({ is_operator: true });
  });
});
