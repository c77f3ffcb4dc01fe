import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenClasses } from '../../origin/contract/access.ts';
import { answerOf, refused } from '../answers.ts';
import { Browser, signUp } from '../authenticator.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, type TestRegistry } from '../registry.ts';
import { addKit, addTeam } from '../scene.ts';

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

  it('end everywhere at once; devices, kit keys and the MCP link go on', async () => {
    await using own = await openRegistry(name);
    const browser = await signUp(own, 'anna');
    const other = new Browser(own, browser.authenticator);
    await answerOf('signIn', await other.signIn());
    await answerOf('updateAccount', await other.send('PATCH', '/account', { mcp_enabled: true }));
    const stranger = await signUp(own);
    const program = await own.as('anna');
    const kit = await addKit(own, 'anna', 'tools', []);
    const machines = [
      await own.tokenFor('anna', 'device'),
      await own.tokenFor('anna', 'kit', kit),
      await own.tokenFor('anna', 'mcp'),
    ];
    const statusOf = async (token: string) => (await own.get('/whoami', { authorization: `Bearer ${token}` })).status;
    expect((await own.get('/whoami', program)).status).toBe(200);

    const { cookie } = browser;
    expect(await answerOf('signOutEverywhere', await browser.send('DELETE', '/sessions'))).toEqual({
      signed_out: true,
      sessions: 3,
    });
    expect(browser.cookie).toBe('');
    for (const ended of [cookie, other.cookie])
      expect(await refused(await own.get('/account', { cookie: ended }))).toBe('401 unauthorized');
    expect(await refused(await own.get('/whoami', program))).toBe('401 token_revoked');
    expect(await Promise.all(machines.map(statusOf))).toEqual([200, 200, 200]);
    expect((await stranger.send('GET', '/account')).status).toBe(200);
    expect((await browser.signIn()).status).toBe(200);
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
      { handle: 'lab', name: 'lab', avatar_url: '', role: 'owner' },
      { handle: 'tool-makers', name: 'tool-makers', avatar_url: '', role: 'maintainer' },
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
