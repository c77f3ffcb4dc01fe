import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit, addTeam } from '../scene.ts';
import { moderate, quarantine } from '../store/rows.ts';

describe.each(engineNames)('one’s own skills on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['ada', 'grace', 'linus']) await registry.as(handle);
    await addTeam(registry, 'crew', { grace: 'owner', ada: 'maintainer', linus: 'member' });
    await published(registry, 'ada:tables');
    await published(registry, 'ada:diary', undefined, { visibility: 'private' });
    await published(registry, 'ada:hidden');
    await moderate(registry, 'ada:hidden', 'hide');
    await published(registry, 'ada:old');
    await registry.send('PATCH', '/skills/ada/old', 'ada', { deprecated: true });
    const { hash } = await published(registry, 'ada:caught');
    await quarantine(registry, 'ada:caught', hash);
    const gone = await published(registry, 'ada:gone');
    await registry.send('DELETE', `/skills/ada/gone/versions/${gone.hash}`, 'ada');
    await published(registry, 'grace:debug');
    const files = [{ path: 'SKILL.md', text: skillMd('shared', 'Finds ragged columns.') }];
    await registry.send('POST', '/skills/crew/shared/versions', 'grace', { files, visibility: 'private' });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const listed = async (handle: string, query = '') =>
    answerOf('listOwnSkills', await registry.get(`/account/skills${query}`, await registry.as(handle)));
  const idsOf = async (handle: string, query?: string) =>
    (await listed(handle, query)).skills.map((skill) => skill.skill_id);

  it('are those that one may change, in whatever state, but for what has no version left', async () => {
    expect(await idsOf('ada')).toEqual([
      'ada:caught',
      'ada:diary',
      'ada:hidden',
      'ada:old',
      'ada:tables',
      'crew:shared',
    ]);
    expect(await idsOf('grace')).toEqual(['crew:shared', 'grace:debug']);
  });

  it('are not those of a team in which one only sees', async () => {
    expect(await listed('linus')).toEqual({ skills: [], total: 0, limit: 50, offset: 0 });
  });

  it('say what state they are in', async () => {
    const { skills } = await listed('ada');
    const states = skills.map((skill) => [
      skill.visibility,
      skill.deprecated,
      skill.moderationStatus,
      skill.scanStatus,
    ]);
    expect(states).toEqual([
      ['public', false, 'none', 'quarantined'],
      ['private', false, 'none', 'clean'],
      ['public', false, 'hidden', 'clean'],
      ['public', true, 'none', 'clean'],
      ['public', false, 'none', 'clean'],
      ['private', false, 'none', 'clean'],
    ]);
  });

  it('come in pages, by who sees them, and by what is in their name or description', async () => {
    const { skills, ...page } = await listed('ada', '?limit=2&offset=3');
    expect(page).toEqual({ total: 6, limit: 2, offset: 3 });
    expect(skills.map((skill) => skill.slug)).toEqual(['old', 'tables']);
    for (const [q, found] of [
      ['TABL', ['ada:tables']],
      ['ragged', ['crew:shared']],
      ['caught', ['ada:caught']],
      ['debug', []],
    ] as const)
      expect(await idsOf('ada', `?q=${q}`), q).toEqual(found);
    expect(await idsOf('ada', '?visibility=private')).toEqual(['ada:diary', 'crew:shared']);
  });

  it('are nobody’s without a name, and no program’s that only reads', async () => {
    expect(await refused(await registry.get('/account/skills'))).toBe('401 unauthorized');
    const kit = await addKit(registry, 'ada', 'tools', ['ada:diary']);
    for (const token of [await registry.tokenFor('ada', 'device'), await registry.tokenFor('ada', 'kit', kit)]) {
      const response = await registry.get('/account/skills', { authorization: `Bearer ${token}` });
      expect(await refused(response)).toBe('403 insufficient_scope');
    }
  });
});
