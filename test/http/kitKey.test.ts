import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../origin/contract/operations/row.ts';
import { type OperationId, operationIds, operationOf } from '../../origin/contract/operations.ts';
import { pages } from '../../origin/contract/pages.ts';
import { callerOf } from '../../origin/store/access/tokens.ts';
import { answerOf, published, refused } from '../answers.ts';
import { type EngineName, engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, addTeam, follow, install } from '../scene.ts';
import { moderate } from '../store/rows.ts';

type Headers = Record<string, string>;

/** A registry with one kit, two keys to it, and what makes it up; what a key reads there. */
interface Opened {
  registry: TestRegistry & AsyncDisposable;
  /** By whose key it is: Anna owns the kit, and its private member; Dora only reads. */
  keys: Record<'anna' | 'dora', Headers>;
  hashes: Record<string, string>;
}

async function openKit(name: EngineName): Promise<Opened> {
  const registry = await openRegistry(name);
  const hashes: Record<string, string> = {};
  hashes['open'] = (await published(registry, 'anna:open')).hash;
  hashes['open-2'] = (await published(registry, 'anna:open', { 'SKILL.md': skillMd('open', 'Newer.') })).hash;
  hashes['secret'] = (await published(registry, 'anna:secret', undefined, { visibility: 'private' })).hash;
  hashes['sums'] = (await published(registry, 'bob:sums')).hash;
  const kit = await addKit(registry, 'anna', 'tools', ['anna:open', 'anna:secret', `bob:sums@${hashes['sums']}`]);
  const keyOf = async (handle: string) => {
    await registry.as(handle);
    return { authorization: `Bearer ${await registry.tokenFor(handle, 'kit', kit)}` };
  };
  return { registry, hashes, keys: { anna: await keyOf('anna'), dora: await keyOf('dora') } };
}

/** All that a registry may hold beside the kit, some of it by the kit's own people. */
async function addOutside({ registry }: Opened): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const [author, slug, visibility] of [
    ['anna', 'outside', 'public'],
    ['anna', 'outside-secret', 'private'],
    ['dora', 'outside', 'public'],
    ['carl', 'outside', 'public'],
  ] as const) {
    const text = { 'SKILL.md': skillMd(slug, 'From outside.') };
    const publish = async (more: Record<string, string>) =>
      (await published(registry, `${author}:${slug}`, { ...text, ...more }, { visibility, category: 'health' })).hash;
    hashes[`${author}:${slug}`] = await publish({});
    await publish({ 'more.md': 'outside' });
  }
  await addKit(registry, 'anna', 'outside', ['anna:outside', 'anna:open']);
  await addKit(registry, 'carl', 'outside', ['carl:outside', 'anna:open', 'bob:sums']);
  await registry.send('PUT', '/kits/carl/outside/subscription', 'dora');
  await install(registry, 'anna', 'carl:outside');
  await install(registry, 'dora', 'anna:outside');
  await follow(registry, 'carl', 'erin');
  await addTeam(registry, 'outsiders', { carl: 'owner', anna: 'member' });
  await moderate(registry, 'carl:outside', 'warn', 'An outside reason.');
  await moderate(registry, 'carl', 'warn', 'An outside reason.');
  await registry.engine.write((db) => db.insertInto('counters').values({ name: 'devices', value: 7 }).execute());
  return hashes;
}

/** Every read that a kit key is let into, on things of the kit and on things outside. */
function readsOf(inside: Record<string, string>, outside: Record<string, string>): string[] {
  const people = ['anna', 'bob', 'carl'];
  const slugs = ['open', 'secret', 'sums', 'outside', 'tools'];
  const hashes = ['open', 'secret', 'sums'].flatMap((slug) => inside[slug] ?? []).concat(outside['carl:outside'] ?? []);
  const values: Record<string, string[]> = {
    author: people,
    owner: people,
    slug: slugs,
    hash: hashes,
    other: hashes.slice(0, 2),
    advisory: ['REG-2026-1'],
    version: ['0.0.1', '0.0.2'],
  };
  const asked = ['', ...people.map((ownerHandle) => `&ownerHandle=${ownerHandle}`)];
  const named = (query: string) => asked.map((owner) => `?${query}${owner}`);
  const queries: Partial<Record<OperationId, string[]>> = {
    search: ['?q=outside', '?q=open', '?q=anna', '?q=carl', '?q=tools'],
    getSkillVersionFile: ['?path=SKILL.md'],
    findSkills: ['?q=outside', '?q=open', '?q=open&owner=carl'],
    clawhubSearch: ['?q=outside', '?q=open', '?q=outside&mode=exact', '?q=open&mode=exact'],
    clawhubSkills: ['', '?prefix=o', '?sort=trending'],
    clawhubArchive: slugs.flatMap((slug) => named(`slug=${slug}`)),
    clawhubResolved: slugs.flatMap((slug) => named(`slug=${slug}&hash=${'0'.repeat(64)}`)),
    clawhubFile: named('path=SKILL.md'),
    ...Object.fromEntries(
      ['clawhubSkill', 'clawhubModeration', 'clawhubVersions', 'clawhubVersion', 'clawhubVerification'].map((id) => [
        id,
        named(''),
      ]),
    ),
  };
  const lists = ['', '?limit=1', '?q=outside', '?q=open', '?sort=alpha&category=health,other', '?offset=1'];
  const fill = (path: string): string[] => {
    const name = /\{(\w+)\}/.exec(path)?.[1];
    if (!name) return [path];
    return (values[name] ?? expect.fail(`Give {${name}} values above.`)).flatMap((value) =>
      fill(path.replace(`{${name}}`, value)),
    );
  };
  return operationIds.filter(opensTo).flatMap((id) => {
    const { query } = operationOf(id);
    return fill(pathOf(operationOf(id))).flatMap((filled) =>
      (queries[id] ?? (query ? lists : [''])).map((query) => filled + query),
    );
  });
}

const opensTo = (id: OperationId): boolean => {
  const { method, access } = operationOf(id);
  return method === 'GET' && ['anonymous', 'read', 'sync'].includes(access);
};

async function answer({ app }: TestRegistry, path: string, headers: Headers) {
  const response = await app.request(path, { headers });
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return { path, status: response.status, etag: response.headers.get('etag'), body };
}

describe.each(engineNames)('a kit key on %s', (name) => {
  let alone: Opened;
  let among: Opened;
  let outside: Record<string, string>;
  beforeAll(async () => {
    [alone, among] = [await openKit(name), await openKit(name)];
    outside = await addOutside(among);
  });
  afterAll(async () => {
    for (const { registry } of [alone, among]) await registry[Symbol.asyncDispose]();
  });

  const get = (path: string, key: Headers) => among.registry.get(path, key);

  it.each(['anna', 'dora'] as const)('of %s reads as if nothing but its kit were there', async (holder) => {
    // One version or skill is looked up by the same words on each engine; lists and searches are not.
    const isAsked = (path: string) => name === 'sqlite' || !/sha256:|ownerHandle=/.test(path);
    const reads = readsOf(among.hashes, outside).filter(isAsked);
    let found = 0;
    for (const path of reads) {
      const here = await answer(among.registry, path, among.keys[holder]);
      expect(here).toEqual(await answer(alone.registry, path, alone.keys[holder]));
      if (here.status === 200) found += 1;
    }
    expect(found).toBeGreaterThan(50);
  });

  it('sees its kit, what the kit shows its holder, and the profiles behind that', async () => {
    const seen = async (key: Headers) => ({
      skills: (await answerOf('listSkills', await get('/skills?sort=alpha', key))).skills.map((one) => one.skill_id),
      kits: (await answerOf('listKits', await get('/discover/kits', key))).kits.map((one) => one.id),
      people: (await answerOf('listPeople', await get('/discover/people?sort=alpha', key))).people.map(
        (one) => one.handle,
      ),
      events: (await answerOf('listActivity', await get('/discover/feed', key))).items.map((one) => one.target),
      stats: await answerOf('getRegistryStats', await get('/stats', key)),
      synced: (await answerOf('getSyncManifest', await get('/sync/manifest', key))).skills.map(
        ({ skill_id, source }) => `${skill_id} of ${source}`,
      ),
    });
    expect(await seen(among.keys.anna)).toEqual({
      skills: ['anna:open', 'anna:secret', 'bob:sums'],
      kits: ['anna/tools'],
      people: ['anna', 'bob'],
      events: ['anna/tools', 'bob:sums', 'bob', 'anna:open', 'anna:open', 'anna'],
      stats: { skills: 3, authors: 2, kits: 1, devices: 0, publishes_7d: 3 },
      synced: ['anna:open', 'anna:secret', 'bob:sums'].map((skill) => `${skill} of kit:anna/tools`),
    });
    expect(await seen(among.keys.dora)).toMatchObject({
      skills: ['anna:open', 'bob:sums'],
      kits: ['anna/tools'],
      people: ['anna', 'bob'],
      synced: ['anna:open', 'bob:sums'].map((skill) => `${skill} of kit:anna/tools`),
    });
  });

  it('is told of no one else, be it as user, follower, member or by moderation', async () => {
    const { registry, keys } = await openKit(name);
    await install(registry, 'bob', 'anna:open');
    await install(registry, 'carl', 'anna:open');
    await follow(registry, 'bob', 'anna');
    await follow(registry, 'carl', 'anna');
    await follow(registry, 'anna', 'carl');
    await addTeam(registry, 'crew', { anna: 'owner', carl: 'member' });
    await registry.send('POST', '/skills/crew/shared/versions', 'anna', {
      files: [{ path: 'SKILL.md', text: skillMd('shared') }],
    });
    const kit = await addKit(registry, 'anna', 'more', ['anna:open', 'crew:shared']);
    const key = { authorization: `Bearer ${await registry.tokenFor('dora', 'kit', kit)}` };
    await moderate(registry, 'carl', 'warn');
    await moderate(registry, 'crew:shared', 'warn');

    const named = async (path: string, headers: Headers) => (await registry.get(path, headers)).text();
    const paths = ['/skills/anna/open', '/profiles/anna', '/profiles/anna/followers', '/profiles/anna/following'];
    for (const path of [...paths, '/profiles/crew', '/moderation'])
      expect(await named(path, key), path).not.toContain('carl');
    for (const path of paths.slice(0, 3)) expect(await named(path, keys.anna), path).toContain('bob');
    const { actions } = await answerOf('listModerationActions', await registry.get('/moderation', key));
    expect(actions.map((action) => action.target)).toEqual(['crew:shared']);
    expect((await answerOf('listModerationActions', await registry.get('/moderation', keys.anna))).actions).toEqual([]);
    await registry[Symbol.asyncDispose]();
  });

  it('no longer reads a member whose pin is gone, or that was taken out', async () => {
    const { registry, keys, hashes } = await openKit(name);
    const read = (skill: string) => registry.get(`/skills/${skill}`, keys.anna);
    expect((await read('bob/sums')).status).toBe(200);
    await published(registry, 'bob:sums', { 'SKILL.md': skillMd('sums', 'Newer.') });
    await registry.send('DELETE', `/skills/bob/sums/versions/${hashes['sums']}`, 'bob');
    expect(await refused(await read('bob/sums'))).toBe('404 skill_not_found');
    await registry.send('DELETE', '/kits/anna/tools/skills/anna/open', 'anna');
    expect(await refused(await read('anna/open'))).toBe('404 skill_not_found');
    expect((await read('anna/secret')).status).toBe(200);
    await registry[Symbol.asyncDispose]();
  });

  /** What a key is left with that opens nothing. */
  const expectNothing = async ({ registry, hashes }: Opened, key: Headers) => {
    const empty: Record<string, unknown> = {
      listSkills: { skills: [], total: 0 },
      listKits: { kits: [], total: 0 },
      listPeople: { people: [], total: 0 },
      listActivity: { items: [], total: 0 },
      listModerationActions: { actions: [] },
      listAdvisories: { advisories: [] },
      getRegistryStats: { skills: 0, authors: 0, kits: 0, devices: 0, publishes_7d: 0 },
      getSyncManifest: { skills: [] },
      search: { skills: [], kits: [], people: [] },
      findSkills: { skills: [] },
      clawhubSearch: { results: [] },
      clawhubSkills: { items: [], nextCursor: null },
      clawhubUser: { user: {} },
      whoami: { authenticated: true, token_class: 'kit' },
      getMcpServerCard: { remotes: [{ type: 'streamable-http' }] },
    };
    for (const path of readsOf(hashes, {})) {
      const response = await registry.app.request(path, { headers: key });
      const id = operationIds.find((id) => path.split('?')[0] === pathOf(operationOf(id))) ?? '';
      if (id in empty) expect([path, await response.json()]).toMatchObject([path, empty[id]]);
      else expect([path, response.status]).toEqual([path, 404]);
    }
  };

  it('to a kit that its holder no longer sees opens nothing, and its holder’s name at most', async () => {
    const opened = await openKit(name);
    await opened.registry.send('PATCH', '/kits/anna/tools', 'anna', { visibility: 'private' });
    await expectNothing(opened, opened.keys.dora);
    const { skills } = await answerOf('listSkills', await opened.registry.get('/skills', opened.keys.anna));
    expect(skills).toHaveLength(3);
    await opened.registry[Symbol.asyncDispose]();
  });

  it('to a kit that was deleted is revoked; if it were not, it would open nothing', async () => {
    const opened = await openKit(name);
    const { registry, keys } = opened;
    const token = keys.anna['authorization']?.slice('Bearer '.length) ?? '';
    const { tokenId } = await callerOf(registry.engine.db, token, registry.clock.now);
    await registry.send('DELETE', '/kits/anna/tools', 'anna');
    expect(await refused(await registry.get('/skills', keys.anna))).toBe('401 token_revoked');
    await registry.engine.write((db) =>
      db.updateTable('tokens').set({ revoked_at: null }).where('id', '=', tokenId).execute(),
    );
    await expectNothing(opened, keys.anna);
    await registry[Symbol.asyncDispose]();
  });

  it('opens no page: those are everybody’s, whoever asks', async () => {
    const paths = Object.values(pages).flatMap(({ path }) =>
      [
        { author: 'anna', owner: 'anna', slug: 'secret' },
        { author: 'anna', owner: 'anna', slug: 'tools' },
      ].map((values) => path.replaceAll(/\{(\w+)\}/g, (_, name) => (values as Headers)[name] ?? '00')),
    );
    for (const path of new Set(paths))
      expect(await answer(among.registry, path, among.keys.anna)).toEqual(await answer(among.registry, path, {}));
  });
});
