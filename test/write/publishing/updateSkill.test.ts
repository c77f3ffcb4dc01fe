import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addTeam } from '../../scene.ts';
import { everything, moderate, quarantine } from '../../store/rows.ts';

describe.each(engineNames)('updateSkill on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const patch = (path: string, handle: string, body: unknown) =>
    registry.send('PATCH', `/skills/${path}`, handle, body);
  const changed = async (path: string, body: unknown) => answerOf('updateSkill', await patch(path, 'anna', body));

  it('answers the changed record', async () => {
    const { hash } = await published(registry, 'anna:changed');
    expect(await changed('anna/changed', { category: 'security' })).toMatchObject({
      skill_id: 'anna:changed',
      category: 'security',
      latest_hash: hash,
    });
    const record = await changed('anna/changed', {
      visibility: 'private',
      deprecated: true,
      deprecation_message: ' Old. ',
    });
    expect(record).toMatchObject({
      category: 'security',
      visibility: 'private',
      deprecated: true,
      deprecation_message: 'Old.',
    });
    expect(await changed('anna/changed', {})).toEqual(record);
  });

  it('changes a skill whose every version is quarantined, which nobody but its owner is shown', async () => {
    const { hash } = await published(registry, 'anna:caught');
    await quarantine(registry, 'anna:caught', hash);
    const record = await changed('anna/caught', { category: 'data' });
    expect(record).toMatchObject({ category: 'data', scanStatus: 'quarantined', latest_hash: hash });
    expect(await answerOf('getSkill', await registry.get('/skills/anna/caught', await registry.as('anna')))).toEqual(
      record,
    );
    expect(await refused(await registry.get('/skills/anna/caught'))).toBe('404 skill_not_found');
    expect(await refused(await registry.get('/skills/anna/caught', await registry.as('bob')))).toBe(
      '404 skill_not_found',
    );
  });

  it('deprecates: reads answer 410, lists and search still show the skill, marked', async () => {
    await published(registry, 'anna:old');
    await changed('anna/old', { deprecated: true, deprecation_message: 'Use another.' });
    expect(await refused(await registry.get('/skills/anna/old'))).toBe('410 skill_deprecated');
    expect(await refused(await registry.app.request('/anna/old.md'))).toBe('410 skill_deprecated');
    const { skills } = await answerOf('listSkills', await registry.get('/skills?q=old'));
    const found = (await answerOf('search', await registry.get('/search?q=old'))).skills;
    const profile = await answerOf('getProfile', await registry.get('/profiles/anna'));
    for (const shown of [skills, found, profile.skills])
      expect(shown?.find((skill) => skill.slug === 'old')?.deprecated).toBe(true);
  });

  it('takes a deprecation back, with its message', async () => {
    await published(registry, 'anna:revived');
    await changed('anna/revived', { deprecated: true, deprecation_message: 'Use another.' });
    expect(await changed('anna/revived', { deprecated: false })).toMatchObject({
      deprecated: false,
      deprecation_message: '',
    });
    expect((await registry.get('/skills/anna/revived')).status).toBe(200);
  });

  it.each([
    ['an unknown field', { title: 'x' }],
    ['an unknown category', { category: 'nonsense' }],
    ['an unknown visibility', { visibility: 'hidden' }],
    ['a word for a flag', { deprecated: 'yes' }],
    ['a message too long', { deprecation_message: 'x'.repeat(1025) }],
    ['a NUL in its message', { deprecation_message: 'a\0b' }],
    ['no object', 'private'],
  ])('refuses %s and changes nothing', async (_, body) => {
    await registry.publish('anna', 'fixed', { 'SKILL.md': skillMd('fixed') });
    const before = await everything(registry.engine);
    expect(await refused(await patch('anna/fixed', 'anna', body))).toBe('400 malformed_body');
    expect(await everything(registry.engine)).toEqual(before);
  });

  it('is for owners and maintainers; others are refused, or told nothing is there where they see nothing', async () => {
    for (const handle of ['olga', 'mark', 'mimi', 'eve']) await registry.as(handle);
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer', mimi: 'member' });
    const files = [{ path: 'SKILL.md', text: skillMd('shared') }];
    for (const [slug, visibility] of [
      ['open', 'public'],
      ['closed', 'private'],
      ['hidden', 'public'],
      ['gone', 'public'],
    ] as const) {
      const path = `/skills/crew/${slug}/versions`;
      const { hash } = await answerOf(
        'publishSkillVersion',
        await registry.send('POST', path, 'olga', { files, visibility }),
      );
      if (slug === 'hidden') await moderate(registry, 'crew:hidden', 'hide');
      if (slug === 'gone') await registry.send('DELETE', `${path}/${hash}`, 'olga');
    }
    const outcome = async (slug: string, handle: string) => {
      const response = await patch(`crew/${slug}`, handle, { category: 'data' });
      return response.ok ? 'changed' : refused(response);
    };
    for (const handle of ['olga', 'mark'])
      for (const slug of ['open', 'closed', 'hidden'])
        expect(await outcome(slug, handle), `${slug} by ${handle}`).toBe('changed');
    for (const slug of ['open', 'closed', 'hidden']) expect(await outcome(slug, 'mimi'), slug).toBe('403 forbidden');
    expect(await outcome('open', 'eve')).toBe('403 forbidden');
    for (const slug of ['closed', 'hidden', 'gone', 'missing'])
      expect(await outcome(slug, 'eve'), slug).toBe('404 skill_not_found');
    expect(await outcome('gone', 'olga')).toBe('404 skill_not_found');
    expect(await refused(await patch('nobody/open', 'eve', {}))).toBe('404 skill_not_found');
    expect(await refused(await patch('Crew/open', 'eve', {}))).toBe('422 handle_invalid');
    expect(await refused(await patch('crew/Open', 'eve', {}))).toBe('422 slug_invalid');
  });
});

describe.each(engineNames)('visibility and the feed on %s', (name) => {
  const feed = async (registry: TestRegistry) =>
    (await answerOf('listActivity', await registry.get('/discover/feed'))).items.map(
      (item) => `${item.id} ${item.target}`,
    );

  it('a private publish takes no public activity id, rehearsed or not', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'anna:first');
    const [newest = ''] = await feed(registry);
    const id = Number(newest.split(' ')[0]);
    await published(registry, 'anna:secret', undefined, { visibility: 'private' });
    await published(registry, 'anna:secret', { 'SKILL.md': skillMd('secret', 'Newer.') });
    const files = [{ path: 'SKILL.md', text: skillMd('rehearsed') }];
    const rehearsal = '/skills/anna/rehearsed/versions?dry_run=true';
    expect((await registry.send('POST', rehearsal, 'anna', { files, visibility: 'private' })).status).toBe(200);
    await published(registry, 'anna:second');
    expect(await feed(registry)).toEqual([`${id + 1} anna:second`, `${id} anna:first`, `${id - 1} anna`]);
  });

  it('a skill that goes public is announced then, once, with its latest version', async () => {
    await using registry = await openRegistry(name);
    await published(registry, 'anna:secret', undefined, { visibility: 'private' });
    const { hash } = await published(registry, 'anna:secret', { 'SKILL.md': skillMd('secret', 'Newer.') });
    registry.clock.now += 60;
    const visibility = (value: string) => registry.send('PATCH', '/skills/anna/secret', 'anna', { visibility: value });
    await visibility('public');
    const [event] = (await answerOf('listActivity', await registry.get('/discover/feed'))).items;
    expect(event).toMatchObject({
      kind: 'publish',
      target: 'anna:secret',
      hash,
      version_label: 'v2',
      created_at: registry.clock.now,
    });
    const announced = await feed(registry);
    await visibility('public');
    expect(await feed(registry)).toEqual(announced);
    await visibility('private');
    expect(await feed(registry)).toEqual(announced.slice(1));
    await visibility('public');
    expect(await feed(registry)).toEqual(announced);
  });
});
