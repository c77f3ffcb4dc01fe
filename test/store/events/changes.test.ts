import { describe, expect, it } from 'vitest';
import { changesAfter, newestChange } from '../../../origin/store/events/changes.ts';
import { engineNames, openEngine } from '../../engines.ts';
import { openRegistry, skillMd } from '../../registry.ts';
import { plansOf } from '../plans.ts';
import { noted, TakenBack } from '../profiles.ts';

it('is read from where a follower is, not from its start, however many entities have changed', async () => {
  const engine = await openEngine('sqlite');
  const plans = await plansOf(engine, (db) => changesAfter(db, 5));
  expect(plans).toEqual([expect.stringMatching(/SEARCH .*PRIMARY KEY/)]);
  await engine.close();
});

describe.each(engineNames)('the change log on %s', (name) => {
  it('names each entity once, however often it changed', async () => {
    const engine = await openEngine(name);
    expect(await newestChange(engine.db)).toBe(0);
    await engine.write(async (db) => {
      for (const id of [7, 7, 3, 7]) await noted(db, 'skill', id);
      await noted(db, 'kit', 7);
    });
    expect(await changesAfter(engine.db, 0)).toEqual([
      { kind: 'kit', entityId: 7 },
      { kind: 'skill', entityId: 3 },
      { kind: 'skill', entityId: 7 },
    ]);
    const newest = await newestChange(engine.db);
    expect(await changesAfter(engine.db, newest)).toEqual([]);
    await engine.write((db) => noted(db, 'profile', 1));
    expect(await changesAfter(engine.db, newest)).toEqual([{ kind: 'profile', entityId: 1 }]);
    await engine.close();
  });

  it('says nothing of a write that was taken back', async () => {
    const engine = await openEngine(name);
    const failing = engine.write(async (db) => {
      await noted(db, 'skill', 1);
      throw new TakenBack();
    });
    await expect(failing).rejects.toThrow(TakenBack);
    expect(await newestChange(engine.db)).toBe(0);
    await engine.close();
  });

  it('grows with every write that others may notice, and with no other', async () => {
    await using registry = await openRegistry(name);
    const files = { 'SKILL.md': skillMd('pdf') };
    const { hash } = (await (await registry.publish('anna', 'pdf', files)).json()) as { hash: string };
    const changed = async (act: () => Promise<Response>) => {
      const before = await newestChange(registry.engine.db);
      await act();
      return (await changesAfter(registry.engine.db, before)).map((change) => change.kind);
    };
    expect(await changed(() => registry.publish('anna', 'pdf', { ...files, 'a.md': 'a' }))).toEqual(['skill']);
    expect(await changed(() => registry.send('PATCH', '/skills/anna/pdf', 'anna', { category: 'data' }))).toEqual([
      'skill',
    ]);
    expect(await changed(() => registry.send('DELETE', `/skills/anna/pdf/versions/${hash}`, 'anna'))).toEqual([
      'skill',
    ]);
    expect(await changed(() => registry.publish('anna', 'pdf', { ...files, 'a.md': 'a' }))).toEqual([]);
    expect(await changed(() => registry.publish('anna', 'pdf', { 'README.md': 'no skill' }))).toEqual([]);
    expect(await changed(() => registry.get('/skills/anna/pdf'))).toEqual([]);
  });
});
