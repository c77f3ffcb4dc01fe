import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenClasses } from '../../../origin/contract/access.ts';
import { mintToken } from '../../../origin/store/access/tokens.ts';
import { createProfile } from '../../../origin/store/people/people.ts';
import { answerOf, refused } from '../../answers.ts';
import { Browser, signUp } from '../../authenticator.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { addTeam } from '../../scene.ts';

const day = 24 * 60 * 60;

describe.each(engineNames)('sessions on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('end in this browser when one signs out, and go on in others', async () => {
    const browser = await signUp(registry);
    const other = new Browser(registry, browser.authenticator);
    await answerOf('signIn', await other.signIn());
    const { cookie } = browser;
    const response = await browser.send('DELETE', '/session');
    expect(await answerOf('signOut', response)).toEqual({ signed_out: true });
    expect(browser.cookie).toBe('');
    expect(await refused(await registry.get('/account', { cookie }))).toBe('401 unauthorized');
    expect((await other.send('GET', '/account')).status).toBe(200);
    expect(await refused(await browser.send('DELETE', '/session'))).toBe('401 unauthorized');
  });

  it('never slide past an end that they were given', async () => {
    await using own = await openRegistry(name);
    const end = own.clock.now + 50 * day;
    const tokens = await own.engine.write(async (db) => {
      const { id: profileId } = await createProfile(db, { handle: 'anna' }, own.clock.now);
      const mint = (token: { class: 'session' | 'device'; endsAt: number }) =>
        mintToken(db, { ...token, profileId }, own.clock.now);
      return [await mint({ class: 'session', endsAt: end }), await mint({ class: 'device', endsAt: end })];
    });
    const statuses = () =>
      Promise.all(tokens.map(async (token) => (await own.get('/whoami', { authorization: `Bearer ${token}` })).status));
    for (const days of [29, 20.9]) {
      own.clock.now += days * day;
      expect(await statuses()).toEqual([200, 200]);
    }
    own.clock.now = end;
    expect(await statuses()).toEqual([401, 401]);
  });

  it('last for 30 days without use, and slide with each', async () => {
    await using own = await openRegistry(name);
    const browser = await signUp(own);
    for (let uses = 0; uses < 3; uses += 1) {
      own.clock.now += tokenClasses.session.lifetime - 1;
      expect((await browser.send('GET', '/account')).status).toBe(200);
    }
    own.clock.now += tokenClasses.session.lifetime;
    expect(await refused(await browser.send('GET', '/account'))).toBe('401 unauthorized');
  });
});

describe.each(engineNames)('an account on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  it('shows its owner the teams they are in, and their role there', async () => {
    const browser = await signUp(registry, 'anna');
    await addTeam(registry, 'tool-makers', { olga: 'owner', anna: 'maintainer' });
    await addTeam(registry, 'lab', { anna: 'owner' });
    await addTeam(registry, 'others', { olga: 'owner' });
    const { teams } = await answerOf('getAccount', await browser.send('GET', '/account'));
    expect(teams).toEqual([
      { handle: 'lab', name: 'lab', avatar_url: 'http://mirror.test/lab.png', role: 'owner' },
      {
        handle: 'tool-makers',
        name: 'tool-makers',
        avatar_url: 'http://mirror.test/tool-makers.png',
        role: 'maintainer',
      },
    ]);
  });

  it('has the hosted MCP link off until it is enabled, and its tokens work only then', async () => {
    const browser = await signUp(registry, 'maria');
    const authorization = `Bearer ${await registry.tokenFor('maria', 'mcp')}`;
    const use = () => registry.get('/whoami', { authorization });
    expect(await refused(await use())).toBe('401 token_revoked');
    for (const [enabled, status] of [
      [true, 200],
      [false, 401],
      [true, 200],
    ] as const) {
      const answer = await browser.send('PATCH', '/account', { mcp_enabled: enabled });
      expect(await answerOf('updateAccount', answer)).toMatchObject({ mcp_enabled: enabled });
      expect((await use()).status).toBe(status);
    }
    for (const body of [{}, { mcp_enabled: 1 }, { mcp_enabled: true, is_operator: true }])
      expect(await refused(await browser.send('PATCH', '/account', body))).toBe('400 malformed_body');
  });

  it('says how one can sign in, to anyone', async () => {
    expect(await answerOf('getSignInMethods', await registry.get('/session/methods'))).toEqual({
      passkeys: true,
      oidc: null,
    });
  });
});
