import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileByHandle } from '../../origin/store/people/people.ts';
import { answerOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../registry.ts';
import { addKit } from '../scene.ts';
import { endless, slowReader } from '../slowReader.ts';

const day = 24 * 60 * 60;

describe.each(engineNames)('what operators read, on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name, { reading: slowReader });
    for (const handle of ['olga', 'anna', 'reader']) await registry.as(handle);
    await registry.engine.write((db) =>
      db.updateTable('profiles').set({ is_operator: 1 }).where('handle', '=', 'olga').execute(),
    );
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const find = async (q: string) => {
    const path = `/moderation/search?q=${encodeURIComponent(q)}`;
    const { found } = await answerOf('findAnything', await registry.sendOnSite('GET', path, 'olga'));
    return found.map(({ kind, name }) => `${kind} ${name}`);
  };
  const dashboard = async () =>
    answerOf('getDashboard', await registry.sendOnSite('GET', '/moderation/dashboard', 'olga'));

  it('finds accounts, skills, versions and kits by name and by how it begins, private ones too', async () => {
    const { hash } = await published(registry, 'anna:found-it');
    await registry.publish('anna', 'found-secret', { 'SKILL.md': skillMd('found-secret') }, { visibility: 'private' });
    await addKit(registry, 'anna', 'found-kit', ['anna:found-it'], 'private');
    expect(await find('ann')).toEqual(['account anna']);
    expect(await find('@anna')).toEqual(['account anna']);
    expect(await find('found')).toEqual(['skill anna:found-it', 'skill anna:found-secret']);
    expect(await find('anna/found-s')).toEqual(['skill anna:found-secret']);
    expect(await find('anna/found-kit')).toEqual(['kit anna/found-kit']);
    expect(await find(hash.slice(7, 15))).toEqual([`version anna:found-it@${hash}`]);
    expect(await find(`anna:found-it@${hash}`)).toContain(`version anna:found-it@${hash}`);
    expect(await find(hash.slice(7, 12))).toEqual([]);
    expect(await find('')).toEqual([]);
  });

  it('finds reports, appeals, actions, devices, tokens and identities by what they are called', async () => {
    await published(registry, 'anna:hidden');
    const report = { target: 'anna:hidden', reason: 'It is not kind.' };
    const { id } = await answerOf('reportContent', await registry.send('POST', '/reports', 'reader', report));
    const body = { target: 'anna:hidden', action: 'hide', reason: 'A reason.' };
    const taken = await registry.sendOnSite('POST', '/moderation/actions', 'olga', body);
    const action = (await answerOf('takeModerationAction', taken)).id;
    const path = `/moderation/actions/${action}/appeal`;
    const appeal = await answerOf(
      'appealModerationAction',
      await registry.send('POST', path, 'anna', { message: 'Why?' }),
    );
    expect(await find(`report ${id}`)).toEqual([`report report ${id}`]);
    expect(await find(`#${action}`)).toContain(`action action ${action}`);
    expect(await find(appeal.id)).toContain(`appeal appeal ${appeal.id}`);
    const token = await registry.engine.db.selectFrom('tokens').select('id').orderBy('id').executeTakeFirstOrThrow();
    expect(await find(`token ${token.id}`)).toEqual([`token token ${token.id}`]);
    const { id: anna } = (await profileByHandle(registry.engine.db, 'anna')) ?? expect.fail('no anna');
    const identity = { issuer: 'https://id.example', subject: 'anna@id.example', profile_id: anna };
    await registry.engine.write((db) => db.insertInto('identities').values(identity).execute());
    expect(await find('anna@id.example')).toEqual(['account anna']);
  });

  it('finds nothing but what is named: no pattern of the database, and no secret', async () => {
    await published(registry, 'anna:plain');
    for (const q of [
      '%',
      '_',
      "'; drop table skills; --",
      '%anna%',
      '\\',
      'a'.repeat(200),
      '0',
      '-1',
      '1e9',
      '99999999999999999',
    ])
      expect(await find(q), q).toEqual([]);
    const token = await registry.tokenFor('anna');
    expect(await find(token)).toEqual([]);
    expect(await find(token.slice(0, 12))).toEqual([]);
  });

  it('says how many wait and since when, and what it can’t know', async () => {
    const before = await dashboard();
    registry.clock.now += day;
    const files = { 'SKILL.md': skillMd('waits'), [endless]: 'let a;' };
    await published(registry, 'anna:waits', files);
    await registry.tokenFor('newcomer');
    await registry.send('POST', '/reports', 'reader', { target: 'anna', reason: 'It is not kind.' });
    const after = await dashboard();
    expect(after.questions.held).toEqual({ total: before.questions.held.total + 1, oldest_at: registry.clock.now });
    expect(after.scans.waiting).toBe(before.scans.waiting + 1);
    expect(after.scans.last_day).toBe(1);
    expect(after.reports.total).toBe(before.reports.total + 1);
    expect(after.days).toHaveLength(30);
    expect(after.days.at(-1)).toMatchObject({ sign_ups: 1, publishes: 0 });
    expect(after.days.at(-2)?.publishes).toBe(before.days.at(-1)?.publishes);
    expect(after.storage).toMatchObject({ database: expect.any(Number), free: null });
    await published(registry, 'anna:seen');
    const { newest, days } = await dashboard();
    const { items } = await answerOf('listActivity', await registry.get('/discover/feed'));
    expect(newest).toEqual({ id: items[0]?.id, created_at: registry.clock.now });
    expect(days.at(-1)?.publishes).toBe(1);
  });

  it('is for operators alone', async () => {
    for (const path of ['/moderation/search?q=anna', '/moderation/dashboard', '/moderation/versions'])
      expect(await refused(await registry.sendOnSite('GET', path, 'anna')), path).toBe('403 forbidden');
  });
});
