import { describe, expect, it } from 'vitest';
import { type DownloadCounts, hourOf } from '../../origin/contract/subjects/downloads.ts';
import { addDownloads } from '../../origin/store/downloads/downloads.ts';
import { showCounted } from '../../origin/write/downloads/downloads.ts';
import { compareTexts } from '../../origin/write/likeness.ts';
import { answerOf } from '../answers.ts';
import { type EngineName, engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, addTeam, follow, install } from '../scene.ts';
import { moderate } from './rows.ts';

/** Everything that an anonymous caller can ask of the people and things in these tests. */
const asked = [
  '/skills',
  '/skills?sort=alpha&limit=1',
  '/skills?q=veiled',
  '/skills?category=health',
  '/skills/anna/veiled',
  '/skills/anna/veiled/manifest',
  '/skills/anna/veiled/kits',
  '/skills/anna/open',
  '/skills/bob/open-too',
  '/skills/anna/open/kits',
  '/search?q=veiled',
  '/search?q=anna',
  '/search?q=dora',
  '/search?q=veild',
  '/search?q=opne+thing',
  '/search?q=what+veiled+thing+open+does',
  '/search?q=author:anna',
  '/search?q=category:health',
  '/discover/kits',
  '/discover/kits?q=veiled',
  '/discover/people',
  '/discover/people?q=dora',
  '/discover/people?category=health',
  '/discover/feed',
  '/profiles/anna',
  '/profiles/dora',
  '/profiles/bob',
  '/profiles/anna/followers',
  '/profiles/crew',
  '/kits/by-handle/anna/tools',
  '/kits/by-handle/anna/veiled-kit',
  '/stats',
  '/moderation',
].map((path) => `/api/v1${path}`);
const pages = [
  '/',
  '/anna',
  '/anna.md',
  '/anna/open',
  '/bob/open-too',
  '/skills?sort=downloads',
  '/anna/veiled',
  '/anna/veiled.md',
  '/dora',
  '/dora.md',
  '/crew',
  '/crew.md',
];

async function answers(registry: TestRegistry): Promise<string[]> {
  const lines: string[] = [];
  for (const path of [...asked, ...pages]) {
    const response = await registry.app.request(path);
    const headers = [...response.headers]
      .filter(([header]) => !/^(?:ratelimit|x-request-id)/.test(header)) // counts the requests, and names this one
      .map(([header, value]) => `${header}: ${value}`);
    lines.push([path, response.status, ...headers, await response.text()].join('\n'));
  }
  return lines;
}

/** The same day at two registries; in one of them Anna and Dora also keep something to themselves. */
async function dayAt(name: EngineName, withPrivate: boolean): Promise<TestRegistry & AsyncDisposable> {
  const registry = await openRegistry(name);
  const said = Array.from({ length: 60 }, (_, number) => `word-${number} is next to ${number * 7}`).join('\n');
  const veiled = { 'SKILL.md': skillMd('veiled', 'A veiled thing.', said) };
  const hidden = { visibility: 'private', category: 'health' };
  for (const handle of ['anna', 'bob', 'dora']) await registry.as(handle);
  if (withPrivate) {
    await registry.publish('anna', 'veiled', veiled, hidden);
    await registry.publish('dora', 'veiled', veiled, hidden);
  }
  await registry.publish('anna', 'open', { 'SKILL.md': skillMd('open', 'An open thing.', said) });
  await registry.publish('bob', 'open-too', { 'SKILL.md': skillMd('open-too', 'An open thing.', said) });
  await addKit(registry, 'anna', 'tools', withPrivate ? ['anna:veiled', 'anna:open'] : ['anna:open']);
  if (withPrivate) {
    await addKit(registry, 'anna', 'veiled-kit', ['anna:open', 'anna:veiled'], 'private');
    await install(registry, 'anna', 'anna:veiled');
    await registry.send('PATCH', '/skills/anna/veiled', 'anna', { deprecated: true });
    await registry.publish('anna', 'veiled', { ...veiled, 'more.md': 'more' });
    await moderate(registry, 'dora:veiled', 'warn');
  }
  await compareTexts({ engine: registry.engine, now: () => registry.clock.now });
  const hour = hourOf(registry.clock.now);
  const read = ['anna/open', 'anna/veiled', 'dora/veiled'].map((skill) => [hour, skill, 30] as DownloadCounts[number]);
  await registry.engine.write((db) => addDownloads(db, read, registry.clock.now));
  await showCounted(registry.engine, registry.clock.now, { pause: 0 });
  await follow(registry, 'bob', 'anna');
  await registry.publish('anna', 'open', { 'SKILL.md': skillMd('open', 'An open thing.', said), 'more.md': 'more' });
  return registry;
}

describe.each(engineNames)('on %s', (name) => {
  it('a registry with private skills and kits answers everybody else as one without them', async () => {
    await using without = await dayAt(name, false);
    await using registry = await dayAt(name, true);
    const expected = await answers(without);
    expect(expected.filter((answer) => answer.includes('\n200\n')).length).toBeGreaterThan(20);
    for (const [index, answer] of (await answers(registry)).entries()) expect(answer).toBe(expected[index]);
    const known = ({ engine }: TestRegistry) =>
      engine.db
        .selectFrom('events')
        .select(['kind', 'subject', 'created_at'])
        .where('public', '=', 1)
        .orderBy('id')
        .execute();
    expect(await known(registry)).toEqual(await known(without));
  });

  it('invitations to a team, open or declined, change nothing for anyone but those they concern', async () => {
    const dayOf = async (invites: boolean) => {
      const registry = await openRegistry(name);
      for (const handle of ['anna', 'bob', 'dora']) await registry.as(handle);
      await addTeam(registry, 'crew', { anna: 'owner', bob: 'member' });
      await registry.publish('anna', 'open', { 'SKILL.md': skillMd('open') });
      await registry.send('POST', '/skills/crew/veiled/versions', 'anna', {
        files: [{ path: 'SKILL.md', text: skillMd('veiled', 'A veiled thing.') }],
        visibility: 'private',
      });
      const notes = async () => (await registry.engine.db.selectFrom('changes').selectAll().execute()).length;
      const before = await notes();
      const ask = async (method: string, path: string, who: string, body?: unknown) =>
        expect((await registry.send(method, path, who, body)).status, path).toBe(200);
      if (invites) {
        await ask('PUT', '/teams/crew/members/bob', 'anna', { role: 'owner' });
        await ask('DELETE', '/invitations/crew', 'bob');
        await ask('PUT', '/teams/crew/members/dora', 'anna', { role: 'maintainer' });
      }
      expect(await notes()).toBe(before);
      return registry;
    };
    /** What somebody is told who is signed in: the invited person, who is no member yet, as well. */
    const seenBy = async (registry: TestRegistry, who: string) => {
      const paths = [
        '/skills',
        '/skills/crew/veiled',
        '/profiles/crew',
        '/sync/manifest',
        '/search?q=veiled',
        '/account/skills',
      ];
      const told = [];
      for (const path of paths) told.push(await (await registry.get(path, await registry.as(who))).text());
      return told;
    };
    await using without = await dayOf(false);
    await using registry = await dayOf(true);
    expect(await answers(registry)).toEqual(await answers(without));
    for (const who of ['bob', 'dora', 'anna'])
      expect(await seenBy(registry, who), who).toEqual(await seenBy(without, who));
    const publishing = { files: [{ path: 'SKILL.md', text: skillMd('sneaky') }] };
    expect((await registry.send('POST', '/skills/crew/sneaky/versions', 'dora', publishing)).status).toBe(403);
  });

  it('a skill that goes private takes every trace along, and comes back with them', async () => {
    await using registry = await openRegistry(name);
    await registry.publish('anna', 'open', { 'SKILL.md': skillMd('open') });
    await registry.publish('anna', 'veiled', { 'SKILL.md': skillMd('veiled', 'A veiled thing.') });
    await addKit(registry, 'anna', 'tools', ['anna:open', 'anna:veiled']);
    await install(registry, 'bob', 'anna:veiled');
    const before = await answers(registry);

    await registry.send('PATCH', '/skills/anna/veiled', 'anna', { visibility: 'private' });
    for (const answer of await answers(registry)) {
      const [path = '', status] = answer.split('\n');
      expect(answer).not.toContain('A veiled thing');
      if (!path.includes('veiled')) expect(answer).not.toContain('veiled');
      else if (path.includes('/anna/veiled')) expect(`${status} ${path}`).toBe(`404 ${path}`);
    }
    const kit = await answerOf('getKitByHandle', await registry.get('/kits/by-handle/anna/tools'));
    expect([kit.skill_count, kit.skills.length]).toEqual([1, 1]);

    await registry.send('PATCH', '/skills/anna/veiled', 'anna', { visibility: 'public' });
    expect(await answers(registry)).toEqual(before);
  });
});
