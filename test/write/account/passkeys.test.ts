import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, refusalOf, refused } from '../../answers.ts';
import { Authenticator, Browser, type Lie, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';

describe.each(engineNames)('passkeys of an account on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const passkeysOf = async (browser: Browser) =>
    (await answerOf('listPasskeys', await browser.send('GET', '/passkeys'))).passkeys;
  const namesOf = async (browser: Browser) => (await passkeysOf(browser)).map((passkey) => passkey.name);

  it('are listed with their names, oldest first', async () => {
    await using own = await openRegistry(name);
    const browser = new Browser(own);
    await answerOf('registerAccount', await browser.register({}, 'Laptop'));
    own.clock.now += 24 * 60 * 60;
    await browser.confirm();
    const added = await answerOf('addPasskey', await browser.addPasskey(new Authenticator()));
    expect(added).toEqual({
      id: added.id,
      name: 'Passkey of 2026-09-22',
      created_at: own.clock.now,
      last_used_at: null,
    });
    const [laptop, phone] = await passkeysOf(browser);
    expect(laptop).toMatchObject({ id: browser.authenticator.passkeys[0]?.id, name: 'Laptop' });
    expect(phone).toEqual(added);
  });

  it('each sign in to it', async () => {
    const browser = await signUp(registry);
    const phone = new Authenticator();
    expect((await browser.addPasskey(phone, 'Phone')).status).toBe(201);
    const account = await answerOf('getAccount', await browser.send('GET', '/account'));
    expect(account.passkeys).toBe(2);
    expect(await answerOf('signIn', await new Browser(registry, phone).signIn())).toEqual(account);
  });

  it('are known to authenticators by one user handle, and none makes a second one', async () => {
    const browser = await signUp(registry, 'ulla');
    const options = await browser.challenge('add');
    const [first] = browser.authenticator.passkeys;
    expect(options).toMatchObject({
      user: { id: first?.userHandle, name: 'ulla' },
      excludeCredentials: [{ id: first?.id, type: 'public-key', transports: ['hybrid', 'internal'] }],
    });
    const others = await new Browser(registry).challenge('register');
    expect((others['user'] as { id: string }).id).not.toBe(first?.userHandle);
  });

  it('are added by whoever is signed in, to their own account', async () => {
    const stranger = new Browser(registry);
    expect(await refused(await stranger.send('POST', '/passkeys/addition'))).toBe('401 unauthorized');
    const [anna, mallory] = [await signUp(registry), await signUp(registry)];
    const passkey = new Authenticator().create(await mallory.challenge('add'));
    for (const browser of [stranger, anna])
      expect(await refused(await browser.send('POST', '/passkeys', { passkey }))).toBe('401 unauthorized');
    expect(await namesOf(anna)).toHaveLength(1);
    expect((await mallory.send('POST', '/passkeys', { passkey })).status).toBe(201);
  });

  it.each<[string, Lie]>([
    ['another site’s page', { origin: 'http://evil.test' }],
    ['another domain', { domain: 'evil.test' }],
    ['nobody at the key', { userPresent: false }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
  ])('are not added from %s', async (_, lie) => {
    const browser = await signUp(registry);
    expect(await refused(await browser.addPasskey(new Authenticator(), 'Phone', lie))).toBe('401 unauthorized');
    expect(await namesOf(browser)).toHaveLength(1);
  });

  it('belong to one account: one that is registered is not registered again, by anybody', async () => {
    const [anna, mallory] = [await signUp(registry), await signUp(registry)];
    const id = anna.authenticator.passkeys[0]?.id ?? '';
    for (const browser of [anna, mallory])
      expect(await refused(await browser.addPasskey(new Authenticator(), 'Copy', { id }))).toBe('409 conflict');
    const fresh = new Browser(registry);
    expect(await refused(await fresh.register({ id }))).toBe('409 conflict');
    expect(fresh.cookie).toBe('');
    expect((await new Browser(registry, anna.authenticator).signIn()).status).toBe(200);
  });

  it('are removed, and sign nobody in from then on', async () => {
    const browser = await signUp(registry);
    const lost = new Authenticator();
    const { id } = await answerOf('addPasskey', await browser.addPasskey(lost, 'Lost'));
    expect(await answerOf('removePasskey', await browser.send('DELETE', `/passkeys/${id}`))).toEqual({
      id,
      removed: true,
    });
    expect(await namesOf(browser)).not.toContain('Lost');
    expect(await refused(await new Browser(registry, lost).signIn())).toBe('401 unauthorized');
    expect(await refused(await browser.send('DELETE', `/passkeys/${id}`))).toBe('404 not_found');
  });

  it('are removed by their owner alone', async () => {
    const [anna, mallory] = [await signUp(registry), await signUp(registry)];
    await answerOf('addPasskey', await anna.addPasskey(new Authenticator()));
    const id = anna.authenticator.passkeys[0]?.id;
    expect(await refused(await mallory.send('DELETE', `/passkeys/${id}`))).toBe('404 not_found');
    expect(await refused(await mallory.send('DELETE', '/passkeys/no.id'))).toBe('400 invalid_parameter');
    expect(await namesOf(anna)).toHaveLength(2);
  });

  it('keep the last one', async () => {
    const browser = await signUp(registry);
    const [last] = await passkeysOf(browser);
    const refusal = await refusalOf(await browser.send('DELETE', `/passkeys/${last?.id}`));
    expect(refusal).toMatchObject({
      code: 'conflict',
      message: 'This passkey is your only way to sign in. Add another one first.',
    });
    expect((await browser.signIn()).status).toBe(200);
  });

  it('keep one of two that are removed at once', async () => {
    const browser = await signUp(registry);
    await answerOf('addPasskey', await browser.addPasskey(new Authenticator()));
    const removals = (await passkeysOf(browser)).map(({ id }) => browser.send('DELETE', `/passkeys/${id}`));
    expect((await Promise.all(removals)).map((response) => response.status).sort()).toEqual([200, 409]);
    expect(await namesOf(browser)).toHaveLength(1);
  });

  it('are 50 at most', async () => {
    const browser = await signUp(registry);
    const { profile_id, ...row } = await registry.engine.db
      .selectFrom('passkeys')
      .selectAll()
      .where('id', '=', browser.authenticator.passkeys[0]?.id ?? '')
      .executeTakeFirstOrThrow();
    await registry.engine.write(async (db) => {
      for (let index = 0; index < 48; index += 1)
        await db
          .insertInto('passkeys')
          .values({ ...row, profile_id, id: `${profile_id}-${index}` })
          .execute();
    });
    expect((await browser.addPasskey(new Authenticator())).status).toBe(201);
    expect(await refused(await browser.addPasskey(new Authenticator()))).toBe('409 conflict');
  });
});
