import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../origin/contract/fields.ts';
import { answerOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, skillMd, type TestRegistry } from '../../registry.ts';
import { addKit, addTeam, putIntoKit } from '../../scene.ts';
import { copyOf, everything, moderate, quarantine } from '../../store/rows.ts';

describe.each(engineNames)('members of kits on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  let [first, second] = ['', ''];
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['bob', 'olga', 'mark', 'mimi', 'eve']) await registry.as(handle);
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer', mimi: 'member' });
    first = (await published(registry, 'anna:pdf')).hash;
    second = (await published(registry, 'anna:pdf', { 'SKILL.md': skillMd('pdf', 'Newer.') })).hash;
    await published(registry, 'bob:sums');
    await published(registry, 'anna:secret', undefined, { visibility: 'private' });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const put = (member: string, body: unknown = {}, handle = 'anna') =>
    registry.send('PUT', `/kits/${member}`, handle, body);
  const take = (member: string, handle = 'anna') => registry.send('DELETE', `/kits/${member}`, handle);
  const kit = async (path: string, headers = {}) =>
    answerOf('getKitByHandle', await registry.get(`/kits/by-handle/${path}`, headers));
  const members = async (path: string, headers = {}) => (await kit(path, headers)).skills.map((one) => one.skill_id);

  describe('putKitSkill', () => {
    it('puts a skill in, to follow its latest version', async () => {
      await addKit(registry, 'anna', 'follows', []);
      registry.clock.now += 5;
      const record = await answerOf('putKitSkill', await put('anna/follows/skills/anna/pdf'));
      expect(record).toMatchObject({ version: 2, skill_count: 1, updated_at: registry.clock.now });
      expect(record.skills).toMatchObject([{ skill_id: 'anna:pdf', hash: second, version_label: 'v2', pinned: false }]);
      expect(await kit('anna/follows')).toEqual(record);
    });

    it('takes a request without any body for that', async () => {
      await addKit(registry, 'anna', 'bodiless', []);
      const init = { method: 'PUT', headers: await registry.as('anna') };
      const response = await registry.app.request('/api/v1/kits/anna/bodiless/skills/bob/sums', init);
      expect((await answerOf('putKitSkill', response)).skills).toMatchObject([{ skill_id: 'bob:sums', pinned: false }]);
    });

    it('pins it to a version by its hash, and lets go of the pin without one', async () => {
      await addKit(registry, 'anna', 'pins', ['bob:sums']);
      registry.clock.now += 5;
      const at = 'anna/pins/skills/anna/pdf';
      const shown = async (body: unknown) => {
        const { version, skills } = await answerOf('putKitSkill', await put(at, body));
        const { hash, pinned } = skills.find((one) => one.skill_id === 'anna:pdf') ?? {};
        return { version, hash, pinned };
      };
      expect(await shown({ hash: first })).toEqual({ version: 3, hash: first, pinned: true });
      expect(await shown({ hash: second.slice(7) })).toEqual({ version: 4, hash: second, pinned: true });
      expect(await shown({})).toEqual({ version: 5, hash: second, pinned: false });
      expect(await members('anna/pins')).toEqual(['bob:sums', 'anna:pdf']);
    });

    it('of what is there already changes nothing', async () => {
      await addKit(registry, 'anna', 'still', ['bob:sums', `anna:pdf@${first}`]);
      const before = await everything(registry.engine);
      await answerOf('putKitSkill', await put('anna/still/skills/bob/sums'));
      expect((await answerOf('putKitSkill', await put('anna/still/skills/anna/pdf', { hash: first }))).version).toBe(3);
      expect(await everything(registry.engine)).toEqual(before);
    });

    it.each([
      ['a kit that is not there', 'anna/none/skills/anna/pdf', {}, 'anna', '404 kit_not_found'],
      ['a kit of someone else', 'anna/fixed/skills/anna/pdf', {}, 'eve', '403 forbidden'],
      ['a private kit of someone else', 'anna/hidden/skills/anna/pdf', {}, 'eve', '404 kit_not_found'],
      ['a skill that is not there', 'anna/fixed/skills/anna/none', {}, 'anna', '404 skill_not_found'],
      ['a private skill of someone else', 'eve/own/skills/anna/secret', {}, 'eve', '404 skill_not_found'],
      [
        'a version that is not there',
        'anna/fixed/skills/anna/pdf',
        { hash: '0'.repeat(64) },
        'anna',
        '404 version_not_found',
      ],
      ['a malformed hash', 'anna/fixed/skills/anna/pdf', { hash: 'abc' }, 'anna', '400 malformed_body'],
      ['an unknown field', 'anna/fixed/skills/anna/pdf', { pinned: true }, 'anna', '400 malformed_body'],
      ['a slug outside the grammar', 'anna/fixed/skills/anna/Pdf', {}, 'anna', '422 slug_invalid'],
    ])('refuses %s and stores nothing', async (_, member, body, handle, refusal) => {
      for (const [owner, slug, visibility] of [
        ['anna', 'fixed', 'public'],
        ['anna', 'hidden', 'private'],
        ['eve', 'own', 'public'],
      ] as const)
        await registry.send('POST', '/kits', owner, { owner, slug, name: slug, visibility });
      const before = await everything(registry.engine);
      expect(await refused(await put(member, body, handle))).toBe(refusal);
      expect(await everything(registry.engine)).toEqual(before);
    });

    it('takes neither a quarantined version nor a withdrawn one', async () => {
      const bad = await published(registry, 'anna:mixed', { 'SKILL.md': skillMd('mixed', 'One.') });
      const gone = await published(registry, 'anna:mixed', { 'SKILL.md': skillMd('mixed', 'Two.') });
      await published(registry, 'anna:mixed', { 'SKILL.md': skillMd('mixed', 'Three.') });
      const poisoned = await published(registry, 'anna:poisoned');
      await quarantine(registry, 'anna:mixed', bad.hash);
      await quarantine(registry, 'anna:poisoned', poisoned.hash);
      await registry.send('DELETE', `/skills/anna/mixed/versions/${gone.hash}`, 'anna');
      await addKit(registry, 'anna', 'clean', []);
      const refusal = async (skill: string, body: unknown) =>
        refused(await put(`anna/clean/skills/anna/${skill}`, body));
      expect(await refusal('mixed', { hash: bad.hash })).toBe('404 version_quarantined');
      expect(await refusal('mixed', { hash: gone.hash })).toBe('404 version_not_found');
      expect(await refusal('poisoned', {})).toBe('404 version_quarantined');
      expect(await members('anna/clean')).toEqual([]);
    });

    it('is for maintainers of a team, with what each of them sees', async () => {
      await registry.send('POST', '/kits', 'olga', { owner: 'crew', slug: 'shared', name: 'Shared' });
      await answerOf('putKitSkill', await put('crew/shared/skills/bob/sums', {}, 'mark'));
      expect(await refused(await put('crew/shared/skills/anna/pdf', {}, 'mimi'))).toBe('403 forbidden');
      await published(registry, 'mark:notes', undefined, { visibility: 'private' });
      await answerOf('putKitSkill', await put('crew/shared/skills/mark/notes', {}, 'mark'));
      expect(await members('crew/shared', await registry.as('mark'))).toEqual(['bob:sums', 'mark:notes']);
      expect(await members('crew/shared', await registry.as('olga'))).toEqual(['bob:sums']);
      expect((await kit('crew/shared')).version).toBe(2);
    });
  });

  // Every engine counts alike, and to fill this takes long.
  if (name === 'sqlite')
    it('a full kit takes no more, but for what it has', async () => {
      const id = await addKit(registry, 'anna', 'full', ['bob:sums']);
      await registry.engine.write(async (db) => {
        const { owner_id } = await db.selectFrom('kits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        const skill = await copyOf(db, 'pdf');
        const rows = Array.from({ length: limits.kitSkills - 1 }, (_, index) => ({
          ...skill,
          owner_id,
          slug: `filler-${index}`,
        }));
        const fillers: { id: number }[] = [];
        for (let start = 0; start < rows.length; start += 100)
          fillers.push(
            ...(await db
              .insertInto('skills')
              .values(rows.slice(start, start + 100))
              .returning('id')
              .execute()),
          );
        await db
          .insertInto('kit_skills')
          .values(fillers.map((filler) => ({ kit_id: id, skill_id: filler.id, version_id: null, added_at: 0 })))
          .execute();
        await db.updateTable('skills').set({ visibility: 'private' }).where('slug', 'like', 'filler-%').execute();
      });
      expect(await refused(await put('anna/full/skills/anna/pdf'))).toBe('409 conflict');
      expect((await put('anna/full/skills/bob/sums')).status).toBe(200);
      await take('anna/full/skills/bob/sums');
      expect((await put('anna/full/skills/anna/pdf')).status).toBe(200);
    });

  describe('removeKitSkill', () => {
    it('takes a skill out, and counts a version', async () => {
      await addKit(registry, 'anna', 'shrinks', ['anna:pdf', 'bob:sums']);
      const record = await answerOf('removeKitSkill', await take('anna/shrinks/skills/anna/pdf'));
      expect([record.version, record.skill_count]).toEqual([4, 1]);
      expect(await members('anna/shrinks')).toEqual(['bob:sums']);
      expect(await refused(await take('anna/shrinks/skills/anna/pdf'))).toBe('404 skill_not_found');
      expect(await refused(await take('anna/shrinks/skills/bob/sums', 'eve'))).toBe('403 forbidden');
      expect(await refused(await take('anna/none/skills/bob/sums'))).toBe('404 kit_not_found');
      expect((await kit('anna/shrinks')).version).toBe(4);
    });

    it('takes out a skill that is no longer to be seen, so that it can’t come back', async () => {
      await published(registry, 'bob:fickle');
      const turn = (visibility: string) => registry.send('PATCH', '/skills/bob/fickle', 'bob', { visibility });
      await addKit(registry, 'anna', 'steady', ['bob:fickle']);
      await turn('private');
      expect(await members('anna/steady')).toEqual([]);
      expect((await answerOf('removeKitSkill', await take('anna/steady/skills/bob/fickle'))).version).toBe(2);
      await turn('public');
      expect(await members('anna/steady')).toEqual([]);
    });
  });

  it('what nobody else may see of a kit leaves no trace when it comes, changes or goes', async () => {
    const newer = { 'SKILL.md': skillMd('veiled', 'Newer.') };
    const { hash } = await published(registry, 'anna:veiled', undefined, { visibility: 'private' });
    await published(registry, 'anna:veiled', newer);
    await addKit(registry, 'anna', 'plain', ['anna:pdf']);
    const seen = async () => {
      const response = await registry.get('/kits/by-handle/anna/plain');
      return [await response.text(), response.headers.get('etag')];
    };
    const before = await seen();
    const at = 'anna/plain/skills/anna/veiled';
    for (const act of [() => put(at), () => put(at, { hash }), () => put(at), () => take(at), () => put(at)]) {
      registry.clock.now += 60;
      expect((await act()).status).toBe(200);
      expect(await seen()).toEqual(before);
    }
    expect(await members('anna/plain', await registry.as('anna'))).toEqual(['anna:pdf', 'anna:veiled']);
    expect(await members('anna/plain', await registry.as('eve'))).toEqual(['anna:pdf']);
  });

  it('a kit that was private tells nothing of what it held then', async () => {
    await published(registry, 'anna:hush', undefined, { visibility: 'private' });
    for (const [slug, skills] of [
      ['with', ['anna:hush', 'anna:pdf']],
      ['without', ['anna:pdf']],
    ] as const) {
      await addKit(registry, 'anna', slug, [...skills], 'private');
      await registry.send('PATCH', `/kits/anna/${slug}`, 'anna', { visibility: 'public' });
    }
    const [one, other] = [await kit('anna/with'), await kit('anna/without')];
    expect({ ...one, id: '', slug: '', name: '' }).toEqual({ ...other, id: '', slug: '', name: '' });
  });

  describe('a member that goes', () => {
    /** A kit with one member of its own and another, and how it shows. */
    const kitWith = async (slug: string) => {
      const one = await published(registry, `carl:${slug}`, { 'SKILL.md': skillMd(slug, 'One.') });
      const two = await published(registry, `carl:${slug}`, { 'SKILL.md': skillMd(slug, 'Two.') });
      await addKit(registry, 'carl', slug, [`carl:${slug}@${one.hash}`, 'bob:sums']);
      await addKit(registry, 'carl', `${slug}-latest`, [`carl:${slug}`, 'bob:sums']);
      return { one: one.hash, two: two.hash };
    };
    const shown = async (slug: string) => {
      const named = await registry.get(`/skills/carl/${slug}/kits`);
      const { kits } = named.ok ? await answerOf('listKitsForSkill', named) : { kits: [] };
      const count = async (kit: string) => {
        const { skill_count, skills } = await answerOf('getKitByHandle', await registry.get(`/kits/by-handle/${kit}`));
        expect(skill_count).toBe(skills.length);
        return skill_count;
      };
      return {
        pinned: await count(`carl/${slug}`),
        latest: await count(`carl/${slug}-latest`),
        kits: kits.map((one) => one.slug),
      };
    };

    it.each(['withdrawn', 'quarantined'] as const)('by its pinned version being %s is not shown', async (how) => {
      const { one } = await kitWith(how);
      expect(await shown(how)).toEqual({ pinned: 2, latest: 2, kits: [how, `${how}-latest`] });
      if (how === 'quarantined') await quarantine(registry, `carl:${how}`, one);
      else await registry.send('DELETE', `/skills/carl/${how}/versions/${one}`, 'carl');
      expect(await shown(how)).toEqual({ pinned: 1, latest: 2, kits: [`${how}-latest`] });
      await putIntoKit(registry, `carl/${how}`, `carl:${how}`);
      expect(await shown(how)).toEqual({ pinned: 2, latest: 2, kits: [how, `${how}-latest`] });
    });

    it('private is not shown, and comes back with itself', async () => {
      await kitWith('shy');
      const turn = (visibility: string) => registry.send('PATCH', '/skills/carl/shy', 'carl', { visibility });
      await turn('private');
      expect(await shown('shy')).toEqual({ pinned: 1, latest: 1, kits: [] });
      await turn('public');
      expect(await shown('shy')).toEqual({ pinned: 2, latest: 2, kits: ['shy', 'shy-latest'] });
    });

    it('hidden by moderation is not shown', async () => {
      await kitWith('spam');
      await moderate(registry, 'carl:spam', 'hide');
      expect(await shown('spam')).toEqual({ pinned: 1, latest: 1, kits: [] });
    });
  });
});
