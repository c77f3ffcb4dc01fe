import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../../origin/contract/operations.ts';
import { answerOf, published, refusalOf, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { addKit, addTeam } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

describe.each(engineNames)('on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    for (const handle of ['anna', 'olga', 'mark', 'mimi', 'eve']) await registry.as(handle);
    await addTeam(registry, 'crew', { olga: 'owner', mark: 'maintainer', mimi: 'member' });
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const post = (body: unknown, handle = 'anna') => registry.send('POST', '/kits', handle, body);
  const patch = (kit: string, body: unknown, handle = 'anna') => registry.send('PATCH', `/kits/${kit}`, handle, body);
  const remove = (kit: string, handle = 'anna') => registry.send('DELETE', `/kits/${kit}`, handle);
  const kit = async (path: string, headers = {}) =>
    answerOf('getKitByHandle', await registry.get(`/kits/by-handle/${path}`, headers));
  const read = (path: string, headers = {}) => registry.get(`/kits/by-handle/${path}`, headers);
  const events = async (target: string) => {
    const { items } = await answerOf('listActivity', await registry.get('/discover/feed?limit=100'));
    return items.filter((item) => item.target === target).map((item) => item.kind);
  };

  describe('createKit', () => {
    it('makes an empty kit that everyone can read and find', async () => {
      const body = { owner: 'anna', slug: 'paper', name: ' Paper work ', description: 'Forms.', category: 'documents' };
      const response = await post(body);
      expect(response.status).toBe(201);
      const made = await answerOf('createKit', response);
      expect(made).toEqual({
        id: 'anna/paper',
        owner: 'anna',
        slug: 'paper',
        name: 'Paper work',
        description: 'Forms.',
        category: 'documents',
        visibility: 'public',
        version: 1,
        skill_count: 0,
        subscriber_count: 0,
        created_at: registry.clock.now,
        updated_at: registry.clock.now,
        skills: [],
      });
      expect(await kit('anna/paper')).toEqual(made);
      const { kits } = await answerOf('search', await registry.get('/search?q=forms&types=kits'));
      expect(kits?.map((found) => found.id)).toEqual(['anna/paper']);
      expect(await events('anna/paper')).toEqual(['kit']);
    });

    it('makes a private one for its owner alone, without an event', async () => {
      await answerOf('createKit', await post({ owner: 'anna', slug: 'diary', name: 'Diary', visibility: 'private' }));
      expect(await refused(await read('anna/diary'))).toBe('404 kit_not_found');
      expect((await kit('anna/diary', await registry.as('anna'))).visibility).toBe('private');
      expect(await events('anna/diary')).toEqual([]);
    });

    it('is for who may publish under the owner', async () => {
      const made = (slug: string, handle: string) => post({ owner: 'crew', slug, name: 'Tools' }, handle);
      expect((await made('by-owner', 'olga')).status).toBe(201);
      expect((await made('by-maintainer', 'mark')).status).toBe(201);
      for (const handle of ['mimi', 'eve']) expect(await refused(await made('by-other', handle))).toBe('403 forbidden');
      expect(await refused(await post({ owner: 'nobody', slug: 'a', name: 'A' }))).toBe('404 profile_not_found');
    });

    it.each([
      ['a slug outside the grammar', { slug: 'Paper' }, '422 slug_invalid'],
      ['a slug with a hyphen at its end', { slug: 'paper-' }, '422 slug_invalid'],
      ['a reserved slug', { slug: 'settings' }, '422 slug_invalid'],
      ['an owner outside the grammar', { owner: 'Anna' }, '422 handle_invalid'],
      ['no name', { name: '  ' }, '400 malformed_body'],
      ['an unknown category', { category: 'nonsense' }, '400 malformed_body'],
      ['an unknown field', { version: 7 }, '400 malformed_body'],
      ['a NUL in its name', { name: 'a\0' }, '400 malformed_body'],
      ['a description too long', { description: 'x'.repeat(1025) }, '400 malformed_body'],
    ])('refuses %s and stores nothing', async (_, wrong, refusal) => {
      const before = await everything(registry.engine);
      expect(await refused(await post({ owner: 'anna', slug: 'wrong', name: 'Wrong', ...wrong }))).toBe(refusal);
      expect(await everything(registry.engine)).toEqual(before);
    });

    it('of fifty at once for one slug makes one', async () => {
      const create = (_: unknown, index: number) => post({ owner: 'anna', slug: 'race', name: `Number ${index}` });
      const responses = await Promise.all(Array.from({ length: 50 }, create));
      expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(49).fill(409)]);
      const refusals = responses.filter((response) => response.status === 409);
      for (const refusal of refusals) expect((await refusalOf(refusal)).code).toBe('conflict');
      expect(await events('anna/race')).toEqual(['kit']);
    });

    it('gives two owners one slug each', async () => {
      for (const owner of ['anna', 'eve']) await addKit(registry, owner, 'twin', []);
      expect([(await kit('anna/twin')).owner, (await kit('eve/twin')).owner]).toEqual(['anna', 'eve']);
    });
  });

  describe('updateKit', () => {
    const changed = async (path: string, body: unknown) => answerOf('updateKit', await patch(path, body));

    it('changes what is named, and counts a version', async () => {
      await addKit(registry, 'anna', 'edited', []);
      registry.clock.now += 5;
      const record = await changed('anna/edited', { name: 'Sharper', category: 'design' });
      expect(record).toMatchObject({ name: 'Sharper', category: 'design', description: '', version: 2 });
      expect(record.updated_at).toBe(registry.clock.now);
      expect(await kit('anna/edited')).toEqual(record);
      const { kits } = await answerOf('listKits', await registry.get('/discover/kits?q=sharper'));
      expect(kits.map((found) => found.id)).toEqual(['anna/edited']);
    });

    it('that says what is so already changes nothing', async () => {
      await addKit(registry, 'anna', 'same', []);
      const { name, description, category, visibility } = await kit('anna/same');
      const before = await everything(registry.engine);
      for (const body of [{}, { name }, { name, description, category, visibility }])
        expect((await changed('anna/same', body)).version).toBe(1);
      expect(await everything(registry.engine)).toEqual(before);
    });

    it('going private takes every trace along; coming back makes no second event', async () => {
      await published(registry, 'anna:shown');
      await addKit(registry, 'anna', 'veiled', ['anna:shown']);
      const traces = async () => {
        const pages = ['/discover/kits', '/discover/feed?limit=100', '/search?q=veiled', '/skills/anna/shown/kits'];
        const texts = await Promise.all(pages.map(async (page) => (await registry.get(page)).text()));
        return texts.map((text) => text.includes('anna/veiled'));
      };
      expect(await traces()).toEqual([true, true, true, true]);
      await changed('anna/veiled', { visibility: 'private' });
      expect(await traces()).toEqual([false, false, false, false]);
      expect(await refused(await read('anna/veiled'))).toBe('404 kit_not_found');
      await changed('anna/veiled', { visibility: 'public' });
      expect(await traces()).toEqual([true, true, true, true]);
      expect(await events('anna/veiled')).toEqual(['kit']);
    });

    it('that shows a private kit for the first time is its event', async () => {
      await addKit(registry, 'anna', 'unveiled', [], 'private');
      for (const visibility of ['public', 'private', 'public']) await changed('anna/unveiled', { visibility });
      expect(await events('anna/unveiled')).toEqual(['kit']);
    });

    it.each([
      ['nobody’s kit', 'anna/none', 'anna', '404 kit_not_found'],
      ['a kit of nobody', 'nobody/kit', 'anna', '404 kit_not_found'],
      ['a kit they see', 'anna/open', 'eve', '403 forbidden'],
      ['a kit they don’t see', 'anna/closed', 'eve', '404 kit_not_found'],
      ['a private kit of the team they are a member of', 'crew/closed', 'mimi', '403 forbidden'],
      ['a private kit of a team they are not in', 'crew/closed', 'eve', '404 kit_not_found'],
      ['an owner outside the grammar', 'Anna/open', 'anna', '422 handle_invalid'],
      ['a slug outside the grammar', 'anna/Open', 'anna', '422 slug_invalid'],
    ])('and deleteKit of %s (%s, as %s) are refused', async (_, path, handle, refusal) => {
      for (const [owner, by] of [
        ['anna', 'anna'],
        ['crew', 'olga'],
      ] as const) {
        await post({ owner, slug: 'open', name: 'Open' }, by);
        await post({ owner, slug: 'closed', name: 'Closed', visibility: 'private' }, by);
      }
      const before = await everything(registry.engine);
      expect(await refused(await patch(path, { name: 'Mine' }, handle))).toBe(refusal);
      expect(await refused(await remove(path, handle))).toBe(refusal);
      expect(await everything(registry.engine)).toEqual(before);
    });
  });

  describe('deleteKit', () => {
    it('takes the kit away with its subscriptions, its event and its keys; its skills stay', async () => {
      await published(registry, 'anna:kept');
      const id = await addKit(registry, 'anna', 'doomed', ['anna:kept']);
      const kitKey = { authorization: `Bearer ${await registry.tokenFor('anna', 'kit', id)}` };
      await registry.send('PUT', '/kits/anna/doomed/subscription', 'eve');
      expect((await kit('anna/doomed', kitKey)).subscriber_count).toBe(1);

      const answer: Output<'deleteKit'> = await answerOf('deleteKit', await remove('anna/doomed'));
      expect(answer).toEqual({ id: 'anna/doomed', deleted: true });
      expect(await refused(await read('anna/doomed'))).toBe('404 kit_not_found');
      expect(await refused(await read('anna/doomed', kitKey))).toBe('401 token_revoked');
      expect(await events('anna/doomed')).toEqual([]);
      expect((await answerOf('listKitsForSkill', await registry.get('/skills/anna/kept/kits'))).kits).toEqual([]);
      const { skills } = await answerOf(
        'getSyncManifest',
        await registry.get('/sync/manifest', await registry.as('eve')),
      );
      expect(skills).toEqual([]);
      expect((await registry.get('/skills/anna/kept')).status).toBe(200);
      expect(await refused(await remove('anna/doomed'))).toBe('404 kit_not_found');
    });

    it('frees the slug for another kit', async () => {
      const id = await addKit(registry, 'anna', 'again', []);
      await registry.send('PUT', '/kits/anna/again/subscription', 'eve');
      const kitKey = { authorization: `Bearer ${await registry.tokenFor('anna', 'kit', id)}` };
      await remove('anna/again');
      await addKit(registry, 'anna', 'again', []);
      expect(await kit('anna/again')).toMatchObject({ version: 1, subscriber_count: 0 });
      expect(await refused(await read('anna/again', kitKey))).toBe('401 token_revoked');
    });
  });
});

it('the mirror gains, changes and loses a kit as the origin does', async () => {
  await using registry = await openRegistry();
  await using mirrored = await openMirrored(registry);
  const at = '/api/v1/kits/by-handle/anna/tools';
  const both = async () => {
    await mirrored.snapshot.step();
    const [here, there] = [await mirrored.mirror.request(at), await registry.app.request(at)];
    expect([here.status, await here.text()]).toEqual([there.status, await there.clone().text()]);
    return there.status;
  };
  await addKit(registry, 'anna', 'tools', []);
  expect(await both()).toBe(200);
  await registry.send('PATCH', '/kits/anna/tools', 'anna', { name: 'Sharper' });
  expect(await both()).toBe(200);
  await registry.send('PATCH', '/kits/anna/tools', 'anna', { visibility: 'private' });
  expect(await both()).toBe(404);
  await registry.send('PATCH', '/kits/anna/tools', 'anna', { visibility: 'public' });
  expect(await both()).toBe(200);
  await registry.send('DELETE', '/kits/anna/tools', 'anna');
  expect(await both()).toBe(404);
});
