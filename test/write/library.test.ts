import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../origin/contract/fields.ts';
import type { Output } from '../../origin/contract/operations.ts';
import { answerOf, published, refused } from '../answers.ts';
import { engineNames } from '../engines.ts';
import { openRegistry, site, skillMd, type TestRegistry } from '../registry.ts';
import { badFile } from '../ruleExamples.ts';
import { copyOf, everything, quarantine } from '../store/rows.ts';

type Entry = Output<'getLibrary'>['skills'][number];

describe.each(engineNames)('the library on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const put = (skill: string, handle: string, body: unknown = {}) =>
    registry.send('PUT', `/library/${skill.replace(':', '/')}`, handle, body);
  const approve = async (skill: string, handle: string, body?: unknown) =>
    answerOf('putLibrarySkill', await put(skill, handle, body));
  const remove = (skill: string, handle: string) =>
    registry.send('DELETE', `/library/${skill.replace(':', '/')}`, handle);
  const library = async (handle: string) =>
    (await answerOf('getLibrary', await registry.get('/library', await registry.as(handle)))).skills;
  const entry = async (handle: string, skill: string) =>
    (await library(handle)).find((one) => one.skill_id === skill) ?? expect.fail(`${handle} has no ${skill}`);
  const synced = async (handle: string) => {
    const response = await registry.get('/sync/manifest', await registry.as(handle));
    const { skills } = await answerOf('getSyncManifest', response);
    return Object.fromEntries(skills.filter((one) => one.source === 'library').map((one) => [one.skill_id, one.hash]));
  };
  const skillOf = async (skill: string) =>
    answerOf('getSkill', await registry.get(`/skills/${skill.replace(':', '/')}`));
  /** Publishes the next version and returns its hash. */
  const publish = async (skill: string, text: string) =>
    (await published(registry, skill, { 'SKILL.md': skillMd(skill.split(':')[1] ?? '', text) })).hash;
  /** A version that its scan quarantines: no rule does so yet, so it is stored as one that would. */
  const publishQuarantined = async (skill: string) => {
    const [author = '', slug = ''] = skill.split(':');
    const files = [{ path: 'SKILL.md', text: skillMd(slug) }, badFile('quarantine').file];
    const answer = await registry.send('POST', `/skills/${author}/${slug}/versions`, author, { files });
    expect((await answerOf('publishSkillVersion', answer)).scanStatus).toBe('quarantined');
  };
  const withdraw = (skill: string, hash: string) => {
    const [author = '', slug = ''] = skill.split(':');
    return registry.send('DELETE', `/skills/${author}/${slug}/versions/${hash}`, author);
  };
  const idOf = async (hash: string) => {
    const versions = registry.engine.db.selectFrom('versions').select('id').where('hash', '=', hash);
    return (await versions.executeTakeFirstOrThrow()).id;
  };
  const turn = (skill: string, visibility: 'public' | 'private') => {
    const [author = '', slug = ''] = skill.split(':');
    return registry.send('PATCH', `/skills/${author}/${slug}`, author, { visibility });
  };
  const shown = ({ approved, pending, pinned, auto_approve }: Entry) => ({
    approved: approved?.hash ?? null,
    pending: pending?.hash ?? null,
    pinned,
    auto_approve,
  });

  it('takes a skill in at its latest version, and counts an install', async () => {
    await publish('paula:pdf', 'One.');
    const two = await publish('paula:pdf', 'Two.');
    const taken = await approve('paula:pdf', 'dora');
    expect(taken).toEqual({
      skill_id: 'paula:pdf',
      approved: { hash: two, version_label: 'v2' },
      pinned: false,
      auto_approve: false,
      added_at: registry.clock.now,
      pending: null,
      skipped: null,
      skill: expect.objectContaining({ install_count: 1, used_by: ['dora'], used_by_count: 1 }),
    });
    expect(await library('dora')).toEqual([taken]);
    expect(await synced('dora')).toEqual({ 'paula:pdf': two });
    expect(await skillOf('paula:pdf')).toMatchObject({ install_count: 1, used_by: ['dora'], used_by_count: 1 });
    expect((await answerOf('getProfile', await registry.get('/profiles/paula'))).totalInstalls).toBe(1);
  });

  const skip = (skill: string, handle: string, hash: string | null) =>
    registry.send('PUT', `/library/${skill.replace(':', '/')}/skipped`, handle, { hash });

  it('offers a version no longer that was skipped, and the next one again', async () => {
    const one = await publish('anna:passed', 'One.');
    await approve('anna:passed', 'sven');
    const two = await publish('anna:passed', 'Two.');
    const skipped = await answerOf('skipLibraryVersion', await skip('anna:passed', 'sven', two));
    expect(skipped).toMatchObject({ approved: { hash: one }, pending: null, skipped: { hash: two }, pinned: false });
    expect(await synced('sven')).toEqual({ 'anna:passed': one });
    const three = await publish('anna:passed', 'Three.');
    const offered = { approved: { hash: one }, pending: { hash: three }, skipped: null };
    expect(await entry('sven', 'anna:passed')).toMatchObject(offered);
  });

  it('offers again what was skipped, when asked to', async () => {
    await publish('anna:regret', 'One.');
    await approve('anna:regret', 'regina');
    const two = await publish('anna:regret', 'Two.');
    await skip('anna:regret', 'regina', two);
    await skip('anna:regret', 'regina', null);
    expect(await entry('regina', 'anna:regret')).toMatchObject({ pending: { hash: two }, skipped: null });
  });

  it('no longer has a version as skipped that was approved after all', async () => {
    await publish('anna:after-all', 'One.');
    await approve('anna:after-all', 'rolf');
    const two = await publish('anna:after-all', 'Two.');
    await skip('anna:after-all', 'rolf', two);
    await approve('anna:after-all', 'rolf', { hash: two, pinned: false });
    const after = { approved: { hash: two }, pending: null, skipped: null };
    expect(await entry('rolf', 'anna:after-all')).toMatchObject(after);
    const row = registry.engine.db.selectFrom('library').select('skipped_version_id');
    expect((await row.where('version_id', '=', await idOf(two)).executeTakeFirst())?.skipped_version_id).toBeNull();
  });

  it('lets no update by itself take in a version that was skipped, and lets it take in the next', async () => {
    const one = await publish('anna:skips-auto', 'One.');
    await approve('anna:skips-auto', 'aude');
    const two = await publish('anna:skips-auto', 'Two.');
    await skip('anna:skips-auto', 'aude', two);
    await approve('anna:skips-auto', 'aude', { hash: one, pinned: false, auto_approve: true });
    const three = await publish('anna:skips-auto', 'Three.');
    expect(await synced('aude')).toEqual({ 'anna:skips-auto': three });
    expect((await withdraw('anna:skips-auto', three)).status).toBe(200);
    expect(await synced('aude')).toEqual({});
    expect(await entry('aude', 'anna:skips-auto')).toMatchObject({ approved: null, skipped: { hash: two } });
  });

  it('skips nothing of a skill that is in no library, nor what is approved, nor what there is not', async () => {
    const one = await publish('anna:unskipped', 'One.');
    expect(await refused(await skip('anna:unskipped', 'nick', one))).toBe('404 skill_not_found');
    await approve('anna:unskipped', 'nick');
    expect(await refused(await skip('anna:unskipped', 'nick', one))).toBe('409 conflict');
    expect(await refused(await skip('anna:unskipped', 'nick', '0'.repeat(64)))).toBe('404 version_not_found');
  });

  it('takes a request without any body for that', async () => {
    const hash = await publish('anna:bodiless', 'One.');
    const init = { method: 'PUT', headers: await registry.as('bodo') };
    const response = await registry.app.request('/api/v1/library/anna/bodiless', init);
    expect((await answerOf('putLibrarySkill', response)).approved?.hash).toBe(hash);
  });

  it('lets a newer version wait, with the way to see what it changes', async () => {
    const one = await publish('anna:waits', 'One.');
    await approve('anna:waits', 'walt');
    const two = await publish('anna:waits', 'Two.');
    const waiting = await entry('walt', 'anna:waits');
    expect(shown(waiting)).toEqual({ approved: one, pending: two, pinned: false, auto_approve: false });
    expect(waiting.pending?.version_label).toBe('v2');
    const url = waiting.pending?.diff_url ?? '';
    expect(url.startsWith(`${site.originUrl}/api/v1/`)).toBe(true);
    const diff = await answerOf(
      'getSkillVersionDiff',
      await registry.get(url.slice(`${site.originUrl}/api/v1`.length)),
    );
    expect([diff.from, diff.to]).toEqual([one, two]);
    expect(await synced('walt')).toEqual({ 'anna:waits': one });
    expect(shown(await approve('anna:waits', 'walt'))).toMatchObject({ approved: two, pending: null });
    expect(await synced('walt')).toEqual({ 'anna:waits': two });
    expect((await skillOf('anna:waits')).install_count).toBe(1);
  });

  it('with a hash holds that version, pinned, and nothing waits', async () => {
    const one = await publish('anna:pins', 'One.');
    const two = await publish('anna:pins', 'Two.');
    expect(shown(await approve('anna:pins', 'pia', { hash: one.slice(7) }))).toEqual({
      approved: one,
      pending: null,
      pinned: true,
      auto_approve: false,
    });
    await publish('anna:pins', 'Three.');
    expect(shown(await entry('pia', 'anna:pins'))).toMatchObject({ approved: one, pending: null });
    const three = (await skillOf('anna:pins')).latest_hash;
    expect(shown(await approve('anna:pins', 'pia', { hash: two, pinned: false }))).toMatchObject({
      approved: two,
      pending: three,
      pinned: false,
    });
  });

  it('keeps what a change does not name', async () => {
    const one = await publish('anna:kept', 'One.');
    await approve('anna:kept', 'kurt', { auto_approve: true, pinned: true });
    const { added_at } = await entry('kurt', 'anna:kept');
    registry.clock.now += 60;
    const two = await publish('anna:kept', 'Two.');
    expect(shown(await entry('kurt', 'anna:kept'))).toMatchObject({ approved: one, pending: null });
    const again = await approve('anna:kept', 'kurt');
    expect(shown(again)).toEqual({ approved: two, pending: null, pinned: true, auto_approve: true });
    expect(again.added_at).toBe(added_at);
    expect(shown(await approve('anna:kept', 'kurt', { pinned: false }))).toMatchObject({ auto_approve: true });
    expect(shown(await approve('anna:kept', 'kurt', { auto_approve: false }))).toMatchObject({ pinned: false });
  });

  it('approves a new version by itself where that was asked for, a quarantined one never', async () => {
    const hash = await publish('anna:auto', 'One.');
    await approve('anna:auto', 'otto', { auto_approve: true });
    await approve('anna:auto', 'paul', { auto_approve: true, hash });
    await approve('anna:auto', 'will', {});
    const two = await publish('anna:auto', 'Two.');
    expect(await synced('otto')).toEqual({ 'anna:auto': two });
    expect(shown(await entry('otto', 'anna:auto'))).toMatchObject({ approved: two, pending: null });
    expect(shown(await entry('paul', 'anna:auto'))).toMatchObject({ approved: hash, pending: null });
    expect(shown(await entry('will', 'anna:auto'))).toMatchObject({ approved: hash, pending: two });
    await publishQuarantined('anna:auto');
    expect(await synced('otto')).toEqual({ 'anna:auto': two });
    const three = await publish('anna:auto', 'Three.');
    expect(await synced('otto')).toEqual({ 'anna:auto': three });
  });

  it.each(['withdrawn', 'quarantined'] as const)('of a version that was %s offers the latest instead', async (how) => {
    const skill = `anna:${how}`;
    const one = await publish(skill, 'One.');
    const two = await publish(skill, 'Two.');
    await approve(skill, 'gina');
    await approve(skill, 'gus', { hash: two });
    if (how === 'withdrawn') await withdraw(skill, two);
    else await quarantine(registry, skill, two);
    for (const handle of ['gina', 'gus']) {
      const left = await entry(handle, skill);
      expect([left.approved, left.pending]).toEqual([null, { hash: one, version_label: 'v1', diff_url: '' }]);
      expect(await synced(handle)).not.toHaveProperty(skill);
    }
    expect(shown(await approve(skill, 'gina'))).toMatchObject({ approved: one, pending: null });
  });

  it('says nothing of a skill that is no longer to be seen but its name, and lets go of it', async () => {
    const one = await publish('anna:shy', 'One.');
    for (const handle of ['sam', 'sue']) await approve('anna:shy', handle, { auto_approve: true });
    await turn('anna:shy', 'private');
    await publish('anna:shy', 'Two, which nobody else ever saw.');
    const left = await entry('sam', 'anna:shy');
    expect(left).toMatchObject({ approved: null, pending: null, skill: null, auto_approve: true });
    expect(await synced('sam')).not.toHaveProperty('anna:shy');
    expect(await refused(await put('anna:shy', 'sam'))).toBe('404 skill_not_found');
    expect(await answerOf('removeLibrarySkill', await remove('anna:shy', 'sam'))).toEqual({
      skill_id: 'anna:shy',
      removed: true,
    });
    expect(await refused(await remove('anna:shy', 'sam'))).toBe('404 skill_not_found');
    await turn('anna:shy', 'public');
    expect(await skillOf('anna:shy')).toMatchObject({ install_count: 1, used_by: ['sue'] });
    expect((await entry('sue', 'anna:shy')).approved?.hash).not.toBe(one);
  });

  it('names a skill that went private as it was called when it was taken in', async () => {
    await publish('nora:secret', 'One.');
    await approve('nora:secret', 'rita');
    registry.clock.now += 60;
    await turn('nora:secret', 'private');
    const claim = { handle: 'eleonora', release: 'nora' };
    expect((await registry.send('POST', '/handles', 'nora', claim)).status).toBe(201);
    expect((await library('rita')).map((one) => one.skill_id)).toEqual(['nora:secret']);
    expect(await refused(await remove('eleonora:secret', 'rita'))).toBe('404 skill_not_found');
    await registry.send('PATCH', '/skills/eleonora/secret', 'nora', { visibility: 'public' });
    expect((await library('rita')).map((one) => one.skill_id)).toEqual(['eleonora:secret']);
    expect((await remove('eleonora:secret', 'rita')).status).toBe(200);
  });

  it('lets go of a skill, and of its install', async () => {
    await publish('anna:left', 'One.');
    for (const handle of ['lea', 'leo']) await approve('anna:left', handle);
    expect((await skillOf('anna:left')).used_by).toEqual(['lea', 'leo']);
    expect((await remove('anna:left', 'lea')).status).toBe(200);
    expect(await skillOf('anna:left')).toMatchObject({ install_count: 1, used_by: ['leo'], used_by_count: 1 });
    expect(await library('lea')).toEqual([]);
    expect(await refused(await remove('anna:left', 'lea'))).toBe('404 skill_not_found');
  });

  it('holds own skills, private ones too, and lists by skill_id', async () => {
    await publish('zoe:open', 'One.');
    await published(registry, 'mona:diary', undefined, { visibility: 'private' });
    await publish('anna:listed', 'One.');
    for (const skill of ['zoe:open', 'mona:diary', 'anna:listed']) await approve(skill, 'mona');
    expect((await library('mona')).map((one) => one.skill_id)).toEqual(['anna:listed', 'mona:diary', 'zoe:open']);
    expect((await library('nobody')).length).toBe(0);
  });

  it('counts fifty approvals at once by one person as one install', async () => {
    await publish('anna:rush', 'One.');
    await registry.as('rick');
    await Promise.all(Array.from({ length: 50 }, () => approve('anna:rush', 'rick')));
    expect((await skillOf('anna:rush')).install_count).toBe(1);
  });

  it.each([
    ['a skill that is not there', 'anna:none', {}, '404 skill_not_found'],
    ['a private skill of someone else', 'anna:closed', {}, '404 skill_not_found'],
    ['a version that is not there', 'anna:fixed', { hash: '0'.repeat(64) }, '404 version_not_found'],
    ['a skill of which all is quarantined', 'anna:poisoned', {}, '404 version_quarantined'],
    ['a malformed hash', 'anna:fixed', { hash: 'latest' }, '400 malformed_body'],
    ['a word for a flag', 'anna:fixed', { pinned: 'yes' }, '400 malformed_body'],
    ['an unknown field', 'anna:fixed', { version: 1 }, '400 malformed_body'],
    ['an author outside the grammar', 'Anna:fixed', {}, '422 handle_invalid'],
    ['a slug outside the grammar', 'anna:Fixed', {}, '422 slug_invalid'],
  ])('refuses %s and stores nothing', async (_, skill, body, refusal) => {
    await publish('anna:fixed', 'One.');
    await published(registry, 'anna:closed', undefined, { visibility: 'private' });
    const poisoned = await publish('anna:poisoned', 'One.');
    await quarantine(registry, 'anna:poisoned', poisoned);
    await registry.as('eve');
    const before = await everything(registry.engine);
    expect(await refused(await put(skill, 'eve', body))).toBe(refusal);
    expect(await everything(registry.engine)).toEqual(before);
  });

  // Every engine counts alike, and to fill this takes long.
  if (name === 'sqlite')
    it('has a bound', async () => {
      await publish('anna:one-more', 'One.');
      await publish('anna:model', 'One.');
      await approve('anna:model', 'max');
      const added_at = registry.clock.now;
      await registry.engine.write(async (db) => {
        const person = await db
          .selectFrom('profiles')
          .select('id')
          .where('handle', '=', 'max')
          .executeTakeFirstOrThrow();
        const skill = await copyOf(db, 'model');
        for (let start = 1; start < limits.librarySkills; start += 111) {
          const rows = Array.from({ length: 111 }, (_, index) => ({ ...skill, slug: `filler-${start + index}` }));
          const fillers = await db.insertInto('skills').values(rows).returning('id').execute();
          const entry = { profile_id: person.id, version_id: null, pinned: 0, auto_approve: 0, added_at } as const;
          await db
            .insertInto('library')
            .values(fillers.map((filler) => ({ ...entry, skill_id: filler.id })))
            .execute();
        }
        await db.updateTable('skills').set({ visibility: 'private' }).where('slug', 'like', 'filler-%').execute();
      });
      expect(await library('max')).toHaveLength(limits.librarySkills);
      expect(await refused(await put('anna:one-more', 'max'))).toBe('409 conflict');
      expect((await put('anna:model', 'max')).status).toBe(200);
      await remove('anna:filler-1', 'max');
      expect((await put('anna:one-more', 'max')).status).toBe(200);
    });
});
