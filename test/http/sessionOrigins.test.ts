import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isForPages } from '../../origin/contract/access.ts';
import { type OperationId, operationOf } from '../../origin/contract/operations.ts';
import { answerOf, published, refusalOf, refused } from '../answers.ts';
import { Authenticator, type Browser, signUp } from '../authenticator.ts';
import { openRegistry, signIn, site, skillMd, type TestRegistry } from '../registry.ts';

const partner = 'http://partner.test';
const corsOrigins = [...signIn.pageOrigins, partner];

/** Where a request says that it comes from; `undefined` sends no such header. */
const origins = [
  undefined,
  site.mirrorUrl,
  site.originUrl,
  partner,
  'null',
  'http://evil.test',
  'http://mirror.test.evil',
  'http://evil.mirror.test',
  'http://mirror.test:81',
  'http://mirror.test/',
  'https://mirror.test',
  'HTTP://MIRROR.TEST',
  'http://Mirror.test',
  `${site.mirrorUrl} http://evil.test`,
  '',
];
const fetchSites = [undefined, 'same-origin', 'same-site', 'cross-site', 'none'];
const contentTypes = [
  undefined,
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

interface Combination {
  origin: string | undefined;
  fetchSite: string | undefined;
  contentType: string | undefined;
  /** A bearer token that works, beside the cookie. */
  withBearer: boolean;
}

const combinations: Combination[] = origins.flatMap((origin) =>
  fetchSites.flatMap((fetchSite) =>
    contentTypes.flatMap((contentType) =>
      [true, false].map((withBearer) => ({ origin, fetchSite, contentType, withBearer })),
    ),
  ),
);

const isOfSite = (id: OperationId) => isForPages(operationOf(id).access);

/** The rule, said once more: where a request may come from under the cookie. */
function mayPass(id: OperationId, { origin, fetchSite, withBearer }: Combination): boolean {
  if (withBearer && !isOfSite(id)) return true;
  const allowed = isOfSite(id) ? signIn.pageOrigins : corsOrigins;
  return origin !== undefined && allowed.includes(origin) && fetchSite !== 'cross-site';
}

describe('the session cookie, with requests from everywhere', () => {
  let registry: TestRegistry & AsyncDisposable;
  let browser: Browser;
  let bearer: string;
  /** A request to each of these that would change something, in JSON. */
  let changing: Partial<Record<OperationId, { path: string; body?: unknown }>>;

  beforeAll(async () => {
    registry = await openRegistry('sqlite', { settings: { corsOrigins } });
    browser = await signUp(registry, 'ada');
    bearer = `Bearer ${await registry.tokenFor('ada')}`;
    const { hash } = await published(registry, 'ada:sums');
    const { id } = await answerOf('addPasskey', await browser.addPasskey(new Authenticator()));
    const passkey = browser.authenticator.get(await browser.challenge('sign-in'));
    const registering = new Authenticator().create(await browser.challenge('register'));
    changing = {
      createPasskeyChallenge: { path: '/passkeys/challenge', body: { purpose: 'sign-in' } },
      registerAccount: { path: '/accounts', body: { passkey: registering } },
      signIn: { path: '/session', body: { passkey } },
      signOut: { path: '/session' },
      signOutEverywhere: { path: '/sessions' },
      updateAccount: { path: '/account', body: { mcp_enabled: true } },
      removePasskey: { path: `/passkeys/${id}` },
      publishSkillVersion: {
        path: '/skills/ada/more/versions',
        body: { files: [{ path: 'SKILL.md', text: skillMd('more') }] },
      },
      updateSkill: { path: '/skills/ada/sums', body: { visibility: 'private' } },
      withdrawSkillVersion: { path: `/skills/ada/sums/versions/${hash}` },
    };
    await browser.send('GET', '/whoami');
    await registry.get('/whoami', { authorization: bearer });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const send = (
    id: OperationId,
    { path, body }: { path: string; body?: unknown },
    { origin, fetchSite, contentType, withBearer }: Combination,
    cookie = browser.cookie,
  ): Promise<Response> => {
    const headers = {
      ...(cookie && { cookie }),
      ...(origin !== undefined && { origin }),
      ...(fetchSite && { 'sec-fetch-site': fetchSite }),
      ...(contentType && { 'content-type': contentType }),
      ...(withBearer && { authorization: bearer }),
    };
    // As bytes: of a text a request would make up its content type.
    const bytes = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) };
    return Promise.resolve(
      registry.app.request(`/api/v1${path}`, { method: operationOf(id).method, headers, ...bytes }),
    );
  };
  const changingIds = () => Object.keys(changing) as OperationId[];
  const requestOf = (id: OperationId) => changing[id] ?? expect.fail(id);

  it('change nothing unless they come from a page that may', async () => {
    const before = await everythingIn(registry);
    for (const id of changingIds()) {
      for (const combination of combinations.filter((each) => !mayPass(id, each))) {
        const response = await send(id, requestOf(id), combination);
        expect([id, combination, response.status]).toEqual([id, combination, 403]);
        expect([id, combination, await refused(response)]).toEqual([id, combination, '403 csrf_refused']);
        expect(response.headers.get('set-cookie')).toBe(null);
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    }
    expect(await everythingIn(registry)).toEqual(before);
  });

  it('sign nobody in from elsewhere, where nobody is signed in yet', async () => {
    const before = await everythingIn(registry);
    const ids = changingIds().filter((id) => operationOf(id).access === 'site');
    expect(ids).toEqual(['createPasskeyChallenge', 'registerAccount', 'signIn']);
    for (const id of ids) {
      for (const combination of combinations.filter((each) => !mayPass(id, each))) {
        const response = await send(id, requestOf(id), combination, '');
        expect([id, combination, await refused(response)]).toEqual([id, combination, '403 csrf_refused']);
        expect(response.headers.get('set-cookie')).toBe(null);
      }
    }
    expect(await everythingIn(registry)).toEqual(before);
  });

  it('get through from a page that may, if they say what they carry', async () => {
    const harmless = {
      createPasskeyChallenge: { path: '/passkeys/challenge', body: { purpose: 'sign-in' } },
      updateAccount: { path: '/account', body: { mcp_enabled: false } },
      removePasskey: { path: '/passkeys/none' },
      updateSkill: { path: '/skills/ada/sums', body: { category: 'data' } },
      withdrawSkillVersion: { path: `/skills/ada/sums/versions/${'0'.repeat(64)}` },
    } as const;
    for (const [id, request] of Object.entries(harmless) as [
      keyof typeof harmless,
      { path: string; body?: unknown },
    ][]) {
      for (const combination of combinations.filter((each) => mayPass(id, each))) {
        const { status } = await send(id, request, combination);
        const passed = request.body ? (id === 'createPasskeyChallenge' ? 201 : 200) : 404;
        const expected = request.body && combination.contentType !== 'application/json' ? 415 : passed;
        expect([id, combination, status]).toEqual([id, combination, expected]);
      }
    }
  });

  it('may come from a partner’s page to publish, and not to change how one signs in', async () => {
    const from = { origin: partner, fetchSite: 'same-site', contentType: 'application/json', withBearer: false };
    const category = { path: '/skills/ada/sums', body: { category: 'data' } };
    expect((await send('updateSkill', category, from)).status).toBe(200);
    for (const id of changingIds().filter(isOfSite))
      expect(await refused(await send(id, requestOf(id), from))).toBe('403 csrf_refused');
  });

  it('only read, wherever they come from, but no page elsewhere is shown the answer', async () => {
    for (const origin of ['http://evil.test', 'null']) {
      const headers = { cookie: browser.cookie, origin, 'sec-fetch-site': 'cross-site' };
      const response = await registry.get('/account', headers);
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBe(null);
    }
    const ours = await registry.get('/account', { cookie: browser.cookie, origin: site.mirrorUrl });
    expect(ours.headers.get('access-control-allow-origin')).toBe(site.mirrorUrl);
    expect(ours.headers.get('access-control-allow-credentials')).toBe('true');
  });

  it('are nobody’s without it: what needs somebody says so', async () => {
    const nobody = { origin: 'http://evil.test', 'content-type': 'application/json' };
    const init = { method: 'PATCH', headers: nobody, body: '{}' };
    expect(await refused(await registry.app.request('/api/v1/skills/ada/sums', init))).toBe('401 unauthorized');
    const fromUs = { ...init, headers: { ...nobody, origin: site.mirrorUrl } };
    expect(await refusalOf(await registry.app.request('/api/v1/account', fromUs))).toMatchObject({
      code: 'unauthorized',
      message: 'Sign in on the site first; a bearer token does not work here.',
    });
  });
});

/** Every row of the store. */
async function everythingIn({ engine }: TestRegistry): Promise<unknown> {
  const tables = [
    'profiles',
    'handles',
    'passkeys',
    'challenges',
    'tokens',
    'skills',
    'versions',
    'activity',
    'changes',
  ];
  const rows = tables.map((table) =>
    engine.db
      .selectFrom(table as 'profiles')
      .selectAll()
      .execute(),
  );
  return Object.fromEntries((await Promise.all(rows)).map((each, index) => [tables[index], each]));
}
