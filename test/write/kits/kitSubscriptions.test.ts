import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../origin/contract/fields.ts';
import { answerOf, published, refused } from '../../answers.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { addKit } from '../../scene.ts';
import { everything } from '../../store/rows.ts';

describe.each(engineNames)('subscriptions to kits on %s', (name) => {
  let registry: TestRegistry & AsyncDisposable;
  beforeAll(async () => {
    registry = await openRegistry(name);
    await published(registry, 'anna:pdf');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  const send = (method: string, kit: string, handle: string) =>
    registry.send(method, `/kits/${kit}/subscription`, handle);
  const subscribe = async (kit: string, handle: string) => answerOf('subscribeToKit', await send('PUT', kit, handle));
  const unsubscribe = async (kit: string, handle: string) =>
    answerOf('unsubscribeFromKit', await send('DELETE', kit, handle));
  const subscribers = async (kit: string) =>
    (await answerOf('getKitByHandle', await registry.get(`/kits/by-handle/${kit}`))).subscriber_count;
  const synced = async (handle: string) => {
    const response = await registry.get('/sync/manifest', await registry.as(handle));
    return (await answerOf('getSyncManifest', response)).skills.map((entry) => entry.source);
  };

  it('bring the kit to one’s devices, and count', async () => {
    await addKit(registry, 'anna', 'tools', ['anna:pdf']);
    expect(await subscribe('anna/tools', 'dora')).toEqual({
      id: 'anna/tools',
      subscribed: true,
      subscriber_count: 1,
    });
    expect((await subscribe('anna/tools', 'eve')).subscriber_count).toBe(2);
    expect([await subscribers('anna/tools'), await synced('dora')]).toEqual([2, ['kit:anna/tools']]);
    const ended = await unsubscribe('anna/tools', 'dora');
    expect(ended).toEqual({ id: 'anna/tools', subscribed: false, subscriber_count: 1 });
    expect([await subscribers('anna/tools'), await synced('dora')]).toEqual([1, []]);
  });

  it('made or ended twice are made or ended once', async () => {
    await addKit(registry, 'anna', 'twice', []);
    await subscribe('anna/twice', 'tina');
    const subscribed = await everything(registry.engine);
    expect((await subscribe('anna/twice', 'tina')).subscriber_count).toBe(1);
    expect(await everything(registry.engine)).toEqual(subscribed);
    await unsubscribe('anna/twice', 'tina');
    const ended = await everything(registry.engine);
    expect((await unsubscribe('anna/twice', 'tina')).subscriber_count).toBe(0);
    expect(await everything(registry.engine)).toEqual(ended);
  });

  it('of fifty at once by one person count once', async () => {
    await addKit(registry, 'anna', 'rush', []);
    await Promise.all(Array.from({ length: 50 }, () => subscribe('anna/rush', 'rick')));
    expect(await subscribers('anna/rush')).toBe(1);
  });

  it('leave the kit’s version and its other fields as they are', async () => {
    await addKit(registry, 'anna', 'same', ['anna:pdf']);
    const kit = async () => answerOf('getKitByHandle', await registry.get('/kits/by-handle/anna/same'));
    const before = await kit();
    registry.clock.now += 60;
    await subscribe('anna/same', 'sara');
    expect(await kit()).toEqual({ ...before, subscriber_count: 1 });
  });

  it('are possible to one’s own kit, a private one too', async () => {
    await addKit(registry, 'mia', 'mine', ['anna:pdf'], 'private');
    expect((await subscribe('mia/mine', 'mia')).subscriber_count).toBe(1);
    expect(await synced('mia')).toContain('kit:mia/mine');
  });

  it('are not possible to what one doesn’t see', async () => {
    await addKit(registry, 'anna', 'closed', [], 'private');
    for (const kit of ['anna/closed', 'anna/none', 'nobody/kit'])
      for (const method of ['PUT', 'DELETE'])
        expect(await refused(await send(method, kit, 'paul'))).toBe('404 kit_not_found');
  });

  it('end also when the kit is no longer to be seen, and tell nothing of it', async () => {
    await addKit(registry, 'anna', 'leaving', ['anna:pdf']);
    for (const handle of ['ruth', 'ivan', 'anna']) await subscribe('anna/leaving', handle);
    await registry.send('PATCH', '/kits/anna/leaving', 'anna', { visibility: 'private' });
    expect(await synced('ruth')).toEqual([]);
    const ended = await unsubscribe('anna/leaving', 'ruth');
    expect(ended).toEqual({ id: 'anna/leaving', subscribed: false, subscriber_count: 0 });
    expect(await refused(await send('DELETE', 'anna/leaving', 'ruth'))).toBe('404 kit_not_found');
    await registry.send('PATCH', '/kits/anna/leaving', 'anna', { visibility: 'public' });
    expect([await subscribers('anna/leaving'), await synced('ruth')]).toEqual([2, []]);
  });

  it('have a bound for one person', async () => {
    await registry.as('max');
    const model = await addKit(registry, 'anna', 'model', []);
    await registry.engine.write(async (db) => {
      const person = await db.selectFrom('profiles').select('id').where('handle', '=', 'max').executeTakeFirstOrThrow();
      const { id: _, ...kit } = await db
        .selectFrom('kits')
        .selectAll()
        .where('id', '=', model)
        .executeTakeFirstOrThrow();
      const rows = Array.from({ length: limits.subscriptions }, (_, index) => ({
        ...kit,
        slug: `filler-${index}`,
        subscriber_count: 1,
      }));
      const fillers = await db.insertInto('kits').values(rows).returning('id').execute();
      await db
        .insertInto('kit_subscriptions')
        .values(fillers.map((filler) => ({ kit_id: filler.id, profile_id: person.id, created_at: 0 })))
        .execute();
    });
    expect(await refused(await send('PUT', 'anna/model', 'max'))).toBe('409 conflict');
    expect((await send('PUT', 'anna/filler-7', 'max')).status).toBe(200);
    await unsubscribe('anna/filler-7', 'max');
    expect((await send('PUT', 'anna/model', 'max')).status).toBe(200);
  });
});
