import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, addTeam } from '../scene.ts';
import { moderate, quarantine } from './rows.ts';

/**
 * Who asks. Anna wrote the skills of every kind, Bob is in the team `crew` that she owns, Carl is nobody to her. Her
 * kit key is for a kit with one public and one private skill; Carl's for a kit that still names both.
 */
const callers = ['anonymous', 'anna', 'bob', 'carl', 'kit key of anna', 'kit key of carl'] as const;
type Who = (typeof callers)[number];

/** What each caller sees of skills of every kind, in lists and elsewhere; all others get what a missing skill gets. */
const seenBy: Record<string, readonly Who[]> = {
  'anna:open': callers,
  'anna:warned': ['anonymous', 'anna', 'bob', 'carl'],
  'anna:secret': ['anna', 'kit key of anna'],
  'anna:hidden': ['anna'],
  'anna:stopped': ['anna'],
  'anna:poisoned': [],
  'crew:shared': ['anonymous', 'anna', 'bob', 'carl'],
  'crew:internal': ['anna', 'bob'],
  'mallory:suspended': [],
  'anna:missing': [],
};

/** Who is answered a skill's record. Its owner learns what became of a quarantined one, which is in no list. */
const answeredTo = { ...seenBy, 'anna:poisoned': ['anna'] };

describe.each(engineNames)('on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let hashes: Map<string, string>;
  const headers = new Map<Who, Record<string, string>>();

  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['anna', 'bob', 'carl', 'mallory']) headers.set(handle as Who, await registry.as(handle));
    await addTeam(registry, 'crew', { anna: 'owner', bob: 'member' });
    hashes = new Map();
    for (const skill of Object.keys(seenBy).filter((skill) => skill !== 'anna:missing')) {
      const [author = '', slug = ''] = skill.split(':');
      const visibility = slug === 'internal' ? 'private' : 'public';
      const publisher = author === 'crew' ? 'anna' : author;
      const files = [{ path: 'SKILL.md', text: skillMd(slug) }];
      const path = `/skills/${author}/${slug}/versions`;
      const response = await registry.send('POST', path, publisher, { files, visibility });
      hashes.set(skill, (await answerOf('publishSkillVersion', response)).hash);
    }
    await quarantine(registry, 'anna:poisoned', hashes.get('anna:poisoned') ?? '');
    await moderate(registry, 'anna:hidden', 'hide');
    await moderate(registry, 'anna:stopped', 'quarantine');
    await moderate(registry, 'anna:warned', 'warn');
    await moderate(registry, 'mallory', 'suspend');
    for (const owner of ['anna', 'carl'] as const) {
      const kit = await addKit(registry, owner, 'tools', ['anna:open', 'anna:secret']);
      const token = await registry.tokenFor(owner, 'kit', kit);
      headers.set(`kit key of ${owner}`, { authorization: `Bearer ${token}` });
    }
    await registry.send('PATCH', '/skills/anna/secret', 'anna', { visibility: 'private' });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const get = (path: string, who: Who) => registry.get(path, headers.get(who) ?? {});

  it.each(callers)('%s lists what they may see and nothing else', async (who) => {
    const { skills, total } = await answerOf('listSkills', await get('/skills?sort=alpha', who));
    const expected = Object.keys(seenBy).filter((skill) => seenBy[skill]?.includes(who));
    expect(skills.map((skill) => skill.skill_id).sort()).toEqual(expected.sort());
    expect(total).toBe(expected.length);
  });

  it.each(callers)('%s is told the same by every list, count and search', async (who) => {
    const expected = Object.keys(seenBy).filter((skill) => seenBy[skill]?.includes(who));
    const lists = [
      'q=o',
      'q=does.',
      'q=what',
      'sort=installs',
      'sort=updated',
      'signed=unsigned',
      'category=other,security',
      'limit=1',
    ];
    for (const query of lists) {
      const { skills, total } = await answerOf('listSkills', await get(`/skills?${query}`, who));
      expect(total, query).toBe(expected.length);
      if (query !== 'limit=1') expect(skills.map((skill) => skill.skill_id).sort(), query).toEqual(expected.sort());
    }
    for (const skill of Object.keys(seenBy)) {
      const path = `/search?q=${skill.split(':')[1]}&types=skills`;
      const { skills = [] } = await answerOf('search', await get(path, who));
      expect(skills.map((found) => found.skill_id).includes(skill), skill).toBe(expected.includes(skill));
    }
    const { people, total } = await answerOf('listPeople', await get('/discover/people', who));
    const authors = [...new Set(expected.map((skill) => skill.split(':')[0]))];
    expect([people.map(({ handle }) => handle).sort(), total]).toEqual([authors.sort(), authors.length]);
  });

  it.each(Object.entries(answeredTo))('%s answers %s, and is missing to all others', async (skill, readers) => {
    const path = `/skills/${skill.replace(':', '/')}`;
    for (const who of callers) {
      const response = await get(path, who);
      if (readers.includes(who)) expect((await answerOf('getSkill', response)).skill_id).toBe(skill);
      else expect(await refused(response), who).toBe('404 skill_not_found');
    }
  });

  it('no version of a skill can be read by who doesn’t see the skill', async () => {
    for (const skill of ['anna:secret', 'anna:hidden', 'crew:internal', 'mallory:suspended']) {
      const hash = hashes.get(skill);
      const version = `/skills/${skill.replace(':', '/')}/versions/${hash}`;
      for (const path of ['files', 'file?path=SKILL.md', 'scan', 'bundle', `diff/${hash}`]) {
        for (const who of ['anonymous', 'carl', 'kit key of carl'] as const)
          expect(await refused(await get(`${version}/${path}`, who)), `${path} for ${who}`).toBe('404 skill_not_found');
      }
    }
  });

  it('every version of a private skill can be read by its owner, its team and its kit key', async () => {
    const reading = async (skill: string, who: Who) => {
      const path = `/skills/${skill.replace(':', '/')}/versions/${hashes.get(skill)}/files`;
      return (await answerOf('listSkillVersionFiles', await get(path, who))).files.map((file) => file.path);
    };
    expect(await reading('anna:secret', 'anna')).toEqual(['SKILL.md']);
    expect(await reading('anna:secret', 'kit key of anna')).toEqual(['SKILL.md']);
    expect(await reading('crew:internal', 'bob')).toEqual(['SKILL.md']);
  });

  it('a kit shows each caller the members they see', async () => {
    const members = async (who: Who, owner: string) => {
      const kit = await answerOf('getKitByHandle', await get(`/kits/by-handle/${owner}/tools`, who));
      expect(kit.skill_count).toBe(kit.skills.length);
      return kit.skills.map((member) => member.skill_id);
    };
    expect(await members('anonymous', 'anna')).toEqual(['anna:open']);
    expect(await members('carl', 'carl')).toEqual(['anna:open']);
    expect(await members('kit key of carl', 'carl')).toEqual(['anna:open']);
    expect(await members('anna', 'anna')).toEqual(['anna:open', 'anna:secret']);
    expect(await members('kit key of anna', 'anna')).toEqual(['anna:open', 'anna:secret']);
  });

  it('a kit key sees no kit but its own', async () => {
    expect(await refused(await get('/kits/by-handle/carl/tools', 'kit key of anna'))).toBe('404 kit_not_found');
    const { kits } = await answerOf('listKits', await get('/discover/kits', 'kit key of anna'));
    expect(kits.map((kit) => kit.id)).toEqual(['anna/tools']);
  });

  it('a suspended author is nobody: no profile, no person, no event', async () => {
    expect(await refused(await registry.get('/profiles/mallory'))).toBe('404 profile_not_found');
    for (const path of ['/discover/people', '/discover/feed', '/skills?q=suspended'])
      expect(await (await registry.get(path)).text()).not.toContain('mallory');
    const { people } = await answerOf('search', await registry.get('/search?q=mallory'));
    const { skills } = await answerOf('search', await registry.get('/search?q=suspended'));
    expect([people, skills]).toEqual([[], []]);
  });

  it('what only its owner sees is in no search, count or profile of others', async () => {
    const { skills } = await answerOf('search', await registry.get('/search?q=hidden&types=skills'));
    expect(skills).toEqual([]);
    expect(await answerOf('getRegistryStats', await registry.get('/stats'))).toMatchObject({ skills: 3, authors: 2 });
    const seen = async (who: Who) => (await answerOf('getProfile', await get('/profiles/anna', who))).skills.length;
    expect(await seen('anonymous')).toBe(2);
    expect(await seen('carl')).toBe(2);
    expect(await seen('anna')).toBe(5);
  });
});
