import { describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../answers.ts';
import { Browser, signUp } from '../authenticator.ts';
import { openRegistry, site, skillMd } from '../registry.ts';

describe('the session cookie', () => {
  const form = (name: string, secure: string) =>
    new RegExp(`^${name}=(svc_s_[0-9A-Za-z]{38}); Max-Age=34560000; Path=/; HttpOnly; ${secure}SameSite=Lax$`);

  it('is for this host alone where there is TLS, and plain on http', async () => {
    for (const [originUrl, name, secure] of [
      ['https://origin.test', '__Host-session', 'Secure; '],
      ['http://origin.test', 'session', ''],
    ] as const) {
      await using registry = await openRegistry('sqlite', { settings: { site: { ...site, originUrl } } });
      const browser = new Browser(registry);
      const begun = (await browser.register()).headers.getSetCookie();
      expect(begun).toEqual([expect.stringMatching(form(name, secure))]);
      expect([...browser.cookies.keys()]).toEqual([name]);
      expect((await browser.send('GET', '/account')).status).toBe(200);
      const other = name === 'session' ? '__Host-session' : 'session';
      const { cookie } = browser;
      const renamed = cookie.replace(/^[^=]+/, other);
      expect(await refused(await registry.get('/account', { cookie: renamed }))).toBe('401 unauthorized');
      const ended = (await browser.send('DELETE', '/session')).headers.getSetCookie();
      expect(ended).toEqual([`${name}=; Max-Age=0; Path=/; HttpOnly; ${secure}SameSite=Lax`]);
    }
  });

  it('is found among others', async () => {
    await using registry = await openRegistry();
    const browser = await signUp(registry);
    for (const cookie of [
      `a=b; ${browser.cookie}`,
      `${browser.cookie};c=d`,
      `xsession=1; ${browser.cookie}; session2=x`,
      ` ${browser.cookie} `,
    ])
      expect((await registry.get('/account', { cookie })).status).toBe(200);
  });

  it('holds no other token, and its own is no bearer', async () => {
    await using registry = await openRegistry();
    const browser = await signUp(registry, 'ada');
    for (const tokenClass of ['session', 'device'] as const) {
      const cookie = `session=${await registry.tokenFor('ada', tokenClass)}`;
      const whoami = await registry.get('/whoami', { cookie });
      expect(await whoami.json()).toEqual({ authenticated: false });
      expect(await refused(await registry.get('/account', { cookie }))).toBe('401 unauthorized');
    }
    const authorization = `Bearer ${browser.cookies.get('session')}`;
    for (const path of ['/whoami', '/skills', '/sync/manifest'])
      expect(await refused(await registry.get(path, { authorization }))).toBe('401 token_invalid');
  });

  it('opens what a program’s session opens, and the account besides', async () => {
    await using registry = await openRegistry();
    const browser = await signUp(registry, 'ada');
    const files = [{ path: 'SKILL.md', text: skillMd('sums') }];
    const publish = await browser.send('POST', '/skills/ada/sums/versions', { files, visibility: 'private' });
    expect(publish.status).toBe(201);
    const skill = await browser.send('GET', '/skills/ada/sums');
    expect(skill.status).toBe(200);
    expect(skill.headers.get('cache-control')).toBe('private, no-store');
    expect(skill.headers.get('vary')).toContain('Cookie');
    expect((await registry.get('/skills/ada/sums')).status).toBe(404);
    const { authorization } = await registry.as('ada');
    for (const path of ['/account', '/passkeys'])
      expect(await refused(await registry.get(path, { authorization }))).toBe('401 unauthorized');
  });

  it('of a session that has ended names nobody: reads are open, writes are not', async () => {
    await using registry = await openRegistry();
    const browser = await signUp(registry, 'ada');
    await published(registry, 'ada:sums');
    const { cookie } = browser;
    await browser.send('DELETE', '/session');
    for (const dead of [cookie, 'session=x', `session=svc_s_${'a'.repeat(38)}`, 'session=%E0%A4%A', 'session=']) {
      const listed = await registry.get('/skills', { cookie: dead });
      expect([dead, listed.status]).toEqual([dead, 200]);
      expect(await (await registry.get('/whoami', { cookie: dead })).json()).toEqual({ authenticated: false });
      const headers = { cookie: dead, origin: site.mirrorUrl };
      for (const [method, path] of [
        ['PATCH', '/skills/ada/sums'],
        ['PATCH', '/account'],
        ['DELETE', '/session'],
      ] as const)
        expect(await refused(await registry.app.request(`/api/v1${path}`, { method, headers }))).toBe(
          '401 unauthorized',
        );
    }
  });

  it('goes after a bearer token, which says whom a program means', async () => {
    await using registry = await openRegistry();
    const browser = await signUp(registry, 'ada');
    const { authorization } = await registry.as('bert');
    const both = { cookie: browser.cookie, authorization };
    expect(await answerOf('whoami', await registry.get('/whoami', both))).toMatchObject({ handle: 'bert' });
    expect(await answerOf('getAccount', await registry.get('/account', both))).toMatchObject({ handle: 'ada' });
    const broken = { ...both, authorization: 'Bearer x' };
    expect(await refused(await registry.get('/whoami', broken))).toBe('401 token_invalid');
  });
});
