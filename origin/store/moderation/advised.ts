/** Actions against the versions that are advised against: taken and lifted as the advisories say, some at a time. */
import type { Db, Engine } from '../engine/engine.ts';
import type { VersionRow } from '../schema/tables.ts';
import { advisoryDetector, liftAsScanner, takeAsScanner } from '../skills/scans/scannerActions.ts';
import { settleVersion } from '../skills/scans/scans.ts';
import { filesOf } from '../skills/versions.ts';
import { advisedAgainst, quarantineBy } from './advisories.ts';
import { versionsAgainst } from './reach.ts';

/** Actions that one write takes or lifts at most, so that publishes get their turn. */
const batchSize = 20;

interface Settling {
  engine: Engine;
  /** Unix seconds. */
  now(): number;
  signal?: AbortSignal;
}

export interface Settled {
  taken: number;
  lifted: number;
}

/**
 * Takes and lifts what advisories that are due call for. Killed, it goes on where it was; two share the work. One that fails
 * holds up none of the others: it rejects at the end, with all of those.
 */
export async function settleAdvisories({ engine, now, signal }: Settling): Promise<Settled> {
  const due = await engine.db.selectFrom('advisories').select('id').where('due', 'in', [1, 3]).orderBy('id').execute();
  const total = { taken: 0, lifted: 0 };
  const errors: unknown[] = [];
  for (const { id } of due) {
    try {
      for (let isDone = false; !isDone && !signal?.aborted; ) {
        const some = await engine.write((db) => settleSome(db, id, now()));
        total.taken += some.taken;
        total.lifted += some.lifted;
        isDone = some.isDone;
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Advisories that could not be acted on.');
  return total;
}

async function settleSome(db: Db, id: number, now: number): Promise<Settled & { isDone: boolean }> {
  const row = await db.selectFrom('advisories').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const against = await versionsAgainst(db, row);
  const known = await db
    .selectFrom('moderation_actions')
    .innerJoin('versions', 'versions.id', 'target_id')
    .select(['moderation_actions.id', 'target_id', 'target', 'action', 'lifted_at'])
    .where('detectors', '=', advisoryDetector(row.name))
    .where('versions.withdrawn_at', 'is', null)
    .execute();
  // A moderator who lifted one has judged it.
  const judged = new Set(known.map(({ target_id }) => target_id));
  const missing = [...against.values()].filter((version) => !judged.has(version.id));
  const stray = known.filter(({ target_id, lifted_at }) => lifted_at === null && !against.has(target_id));
  const [take, lift] = [missing.slice(0, batchSize), stray.slice(0, batchSize)];
  for (const version of take)
    await takeAsScanner(db, version, quarantineBy(row.name, row.document), now, () =>
      settleVersion(db, version.id, now),
    );
  for (const action of lift) {
    const reason = row.withdrawn
      ? `Advisory ${row.name} was withdrawn.`
      : `Advisory ${row.name} is not against it any more.`;
    await liftAsScanner(db, action, now, reason, () => settleVersion(db, action.target_id, now));
  }
  const isDone = take.length === missing.length && lift.length === stray.length;
  if (isDone)
    await db
      .updateTable('advisories')
      .set({ due: row.due === 3 ? 4 : 0 })
      .where('id', '=', id)
      .execute();
  return { taken: take.length, lifted: lift.length, isDone };
}

/** The same for one version, whatever became of its skill since an advisory was settled. */
export async function adviseVersion(db: Db, version: VersionRow, now: number): Promise<void> {
  const { id, skill_id, hash, label } = version;
  const skill = await db.selectFrom('skills').selectAll().where('id', '=', skill_id).executeTakeFirstOrThrow();
  const hashes = [hash, ...(await filesOf(db, id)).map((file) => file.hash)];
  for (const quarantine of await advisedAgainst(db, skill, label, hashes)) {
    const known = await db
      .selectFrom('moderation_actions')
      .select('id')
      .where('target_id', '=', id)
      .where('detectors', '=', String(quarantine.detectors))
      .executeTakeFirst();
    if (!known) await takeAsScanner(db, version, quarantine, now, () => settleVersion(db, id, now));
  }
}

/** What advises against a version now: ids, of a skill by its id. */
export async function advisoriesOf(db: Db, skill: string, hash: string): Promise<string[]> {
  const rows = await db
    .selectFrom('moderation_actions')
    .select('detectors')
    .where('target', '=', `${skill}@${hash}`)
    .where('detectors', 'like', advisoryDetector('%'))
    .where('lifted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ detectors }) => detectors.slice(advisoryDetector('').length));
}
