import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationIds, operationOf } from '../../../origin/contract/operations.ts';
import { settleActivity } from '../../../origin/store/events/activity.ts';
import { eventKinds } from '../../../origin/store/events/changes.ts';
import { bytesOf, bytesWithSchema } from '../../engines.ts';
import { freshManifest } from '../../freshManifest.ts';
import { type IdentityProvider, openProvider } from '../../identityProvider.ts';
import { testSigner } from '../../log/signer.ts';
import { accountWrites } from '../../writes/accounts.ts';
import { advisoryWrites } from '../../writes/advisories.ts';
import { clawhubWrites } from '../../writes/clawhub.ts';
import { followingWrites } from '../../writes/following.ts';
import { kitWrites } from '../../writes/kits.ts';
import { moderationWrites } from '../../writes/moderation.ts';
import { peopleWrites } from '../../writes/people.ts';
import { openScene, people, type Scene, type Write } from '../../writes/scene.ts';
import { skillWrites } from '../../writes/skills.ts';
import { askingOf, openFollowing, rowsIn } from '../followers/following.ts';
import type { MemoryFiles } from '../memorySink.ts';
import { contentsOf, encodeOnce, type Kept, openMirroredData } from '../mirrored.ts';

const signer = testSigner();

const writes: Write[] = [
  ...skillWrites,
  ...kitWrites,
  ...followingWrites,
  ...peopleWrites,
  ...moderationWrites,
  ...advisoryWrites,
  ...accountWrites,
  ...clawhubWrites,
];

describe('every write', () => {
  let provider: IdentityProvider;
  /** The scene that each of them has a copy of, with its snapshot. */
  let kept: Kept & { store: Uint8Array };
  /** What a follower of that snapshot has. */
  let copied: Kept;
  beforeAll(async () => {
    provider = await openProvider();
    await using scene = await openScene(provider);
    const files: MemoryFiles = new Map();
    await using mirrored = await openMirroredData(scene.registry, { files, signer, encode: encodeOnce });
    await mirrored.snapshot.step();
    kept = { files, from: await bytesOf(mirrored.catalog), store: await bytesOf(scene.registry.engine) };
    const empty = { files: new Map(), from: await bytesWithSchema() };
    await using following = await openFollowing({ ask: askingOf(mirrored.mirror), kept: empty });
    await following.follower.step();
    copied = { files: empty.files, from: await bytesOf(following.catalog) };
  });
  afterAll(() => provider.close());

  it('is listed, with what it records, and each kind of event with a write that does', () => {
    const writing = operationIds.filter((id) => operationOf(id).method !== 'GET');
    // Its transport reads; what its tools may change, an operation changes.
    const listed = new Set<string>([...writes.map(({ by }) => by), 'callMcp']);
    expect(writing.filter((id) => !listed.has(id))).toEqual([]);
    const recorded = new Set(writes.flatMap(({ records }) => records));
    expect(eventKinds.filter((kind) => !recorded.has(kind))).toEqual([]);
  });

  it.each(writes)('$by: $does', async ({ ready, records, tells = [], audits = [] }) => {
    await using scene = await openScene(provider, kept.store);
    const { registry } = scene;
    const tokens = await watchers(scene);
    const act = await ready(scene);
    await using followed = await openMirroredData(registry, {
      ...kept,
      files: new Map(kept.files),
      signer,
      encode: encodeOnce,
    });
    await followed.snapshot.step();
    for (const token of tokens) await manifest(scene, token);
    const before = await logsOf(scene);

    registry.clock.now += 60;
    const answer = await act();
    if (answer instanceof Response) expect(answer.ok, await answer.clone().text()).toBe(true);

    const since = await logsOf(scene, before);
    expect(since).toEqual({ events: records, activity: tells, audit_log: audits });
    const shown = await shownRows(scene);
    await registry.engine.write((db) => settleActivity(db, {}));
    expect(await shownRows(scene)).toEqual(shown);
    await followed.snapshot.step();
    await using fresh = await openMirroredData(registry, { encode: encodeOnce });
    await fresh.snapshot.full();
    expect(await contentsOf(followed)).toEqual(await contentsOf(fresh));
    await using following = await openFollowing({
      ask: askingOf(followed.mirror),
      kept: { ...copied, files: new Map(copied.files) },
    });
    await following.follower.step();
    expect(await contentsOf(following)).toEqual(await contentsOf(followed));
    expect(await rowsIn(following.catalog)).toEqual(await rowsIn(followed.catalog));
    for (const token of tokens) expect(await manifest(scene, token)).toBe((await freshManifest(registry, token))?.text);
  });
});

interface Logs {
  events: string[];
  activity: string[];
  audit_log: string[];
}

/** What the logs say, beyond what they said before. */
async function logsOf({ registry: { engine } }: Scene, before?: Logs): Promise<Logs> {
  const events = await engine.db.selectFrom('events').select('kind').orderBy('id').execute();
  const activity = await engine.db.selectFrom('activity').select('kind').orderBy('id').execute();
  const audit = await engine.db.selectFrom('audit_log').select('action').orderBy('id').execute();
  return {
    events: events.map(({ kind }) => kind).slice(before?.events.length),
    activity: activity.map(({ kind }) => kind).slice(before?.activity.length),
    audit_log: audit.map(({ action }) => action).slice(before?.audit_log.length),
  };
}

const shownRows = ({ registry: { engine } }: Scene) =>
  engine.db.selectFrom('activity').select(['id', 'shown']).execute();

/** A device of each person, and a key to a kit. */
async function watchers({ registry }: Scene): Promise<string[]> {
  const { id } = await registry.engine.db.selectFrom('kits').select('id').executeTakeFirstOrThrow();
  const devices = people.map((who) => registry.tokenFor(who, 'device'));
  return Promise.all([...devices, registry.tokenFor('bob', 'kit', id)]);
}

/** As the origin answers; undefined to who may not ask any more. */
async function manifest({ registry }: Scene, token: string): Promise<string | undefined> {
  const response = await registry.get('/sync/manifest', { authorization: `Bearer ${token}` });
  return response.ok ? response.text() : undefined;
}
