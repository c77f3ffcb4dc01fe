/** Makes reports again in the background: of versions that are held, and of an earlier corpus (CONTRACT.md, Scanning). */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { comparedWith } from '../scan/compared.ts';
import { corpusVersion } from '../scan/detectors.ts';
import type { Reader } from '../scan/reader/reader.ts';
import type { Engine } from '../store/engine/engine.ts';
import { isOfStore } from '../store/engine/faults.ts';
import { adviseVersion } from '../store/moderation/advised.ts';
import { readBlob } from '../store/skills/blobs.ts';
import { dueScans, isToSettle } from '../store/skills/scans/dueScans.ts';
import { storeScan } from '../store/skills/scans/scans.ts';
import { filesOf, versionBefore } from '../store/skills/versions.ts';
import { reportTo } from './background.ts';

interface Rescan {
  engine: Engine;
  reader: Reader;
  /** Unix seconds. */
  now(): number;
  /** How many of all that were due are done. */
  onProgress?(done: number, total: number): void;
  signal?: AbortSignal;
}

/** How many are looked up at a time. */
const atOnce = 200;

/** Milliseconds of rest after each, so that publishes come first. */
const rest = 5;

/** Milliseconds between two looks for versions that a publish left to be settled. */
const pollEvery = 1000;

/**
 * Resolves with how many reports it made, when none is due any more or `signal` ends. Each is stored on its own, so one
 * that is stopped or killed goes on where it was; where the store fails for a while it rejects at once. One that can't be read holds up none of the others: it rejects at the
 * end, with all of those, and leaves out those that `failed` names from before.
 */
export async function rescan(
  { engine, reader, now, onProgress, signal }: Rescan,
  failed = new Set<number>(),
): Promise<number> {
  const total = await countDue(engine);
  const errors: unknown[] = [];
  let done = 0;
  for (;;) {
    const ids = await dueVersions(engine, [...failed]);
    if (ids.length === 0) break;
    for (const id of await withThoseBefore(engine, ids, failed)) {
      if (signal?.aborted) return done;
      try {
        await rescanVersion({ engine, reader, now }, id);
        done += 1;
      } catch (error) {
        if (isOfStore(error)) throw error;
        failed.add(id);
        errors.push(error);
      }
      onProgress?.(done, Math.max(total, done));
      await wait(rest);
    }
  }
  if (errors.length === 0) return done;
  throw new AggregateError(errors, `Versions that could not be scanned: ${[...failed].join(', ')}.`);
}

/**
 * Until `signal` ends: at once, and then whenever a publish left a version to be settled. Says how it goes every few
 * seconds. What failed is tried again when the program starts again.
 */
export async function rescanInBackground(
  { engine, signal, ...rescanning }: Omit<Rescan, 'onProgress'> & { signal: AbortSignal },
  log: Logger,
): Promise<void> {
  let said = Number.NEGATIVE_INFINITY;
  const onProgress = (done: number, total: number) => {
    if (performance.now() - said < 3000 && done < total) return;
    said = performance.now();
    log.info(`rescan for corpus ${corpusVersion}: ${done} of ${total} versions`);
  };
  const failed = new Set<number>();
  const report = reportTo(log, 'the rescan failed');
  for (let isFirst = true; !signal.aborted; ) {
    try {
      if (isFirst || (await isAnyToSettle(engine, failed)))
        await rescan({ ...rescanning, engine, signal, onProgress }, failed);
      isFirst = false;
    } catch (error) {
      report(error);
      isFirst &&= isOfStore(error);
    }
    await wait(pollEvery, undefined, { signal }).catch(() => undefined);
  }
}

/** Before each version those before it whose reports are due: what it newly does is told from what they do. */
async function withThoseBefore(
  engine: Engine,
  ids: readonly number[],
  failed: ReadonlySet<number>,
): Promise<Set<number>> {
  const ordered = new Set<number>();
  for (const id of ids) {
    const chain: number[] = [];
    for (let one: number | undefined = id; one !== undefined && !ordered.has(one); one = await dueBefore(engine, one)) {
      if (!failed.has(one)) chain.unshift(one);
    }
    for (const one of chain) ordered.add(one);
  }
  return ordered;
}

async function dueBefore({ db }: Engine, id: number): Promise<number | undefined> {
  const version = await db
    .selectFrom('versions')
    .select(['skill_id', 'number'])
    .where('id', '=', id)
    .executeTakeFirst();
  const before = version && (await versionBefore(db, version.skill_id, version.number));
  return before && before.corpusVersion < corpusVersion ? before.id : undefined;
}

async function rescanVersion({ engine, reader, now }: Rescan, id: number): Promise<void> {
  const version = await engine.db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const skills = engine.db.selectFrom('skills').select('slug').where('id', '=', version.skill_id);
  const { slug } = await skills.executeTakeFirstOrThrow();
  const files = [];
  for (const { path, hash } of await filesOf(engine.db, id)) files.push({ path, bytes: await readBlob(engine, hash) });
  const scan = await reader.scan({ slug, name: version.name, files });
  await engine.write(async (db) => {
    const standing = db.selectFrom('versions').selectAll().where('id', '=', id).where('withdrawn_at', 'is', null);
    const current = await standing.executeTakeFirst();
    if (!current) return;
    const before = await versionBefore(db, current.skill_id, current.number);
    const compared = comparedWith(before?.capabilities, scan);
    await storeScan(db, current, { ...compared, corpusVersion, isThorough: true }, now());
    await adviseVersion(db, current, now());
  });
}

async function isAnyToSettle({ db }: Engine, except: ReadonlySet<number>): Promise<boolean> {
  const rows = await db
    .selectFrom('scans')
    .innerJoin('versions', 'versions.id', 'scans.version_id')
    .where(isToSettle)
    .where('versions.withdrawn_at', 'is', null)
    .select('scans.version_id')
    .limit(except.size + 1)
    .execute();
  return rows.some(({ version_id }) => !except.has(version_id));
}

export async function countDue(engine: Engine): Promise<number> {
  const { count } = await dueScans(engine.db)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** In the order in which people would want them: what is held, then what most install, and of that what they get now. */
async function dueVersions(engine: Engine, except: number[]): Promise<number[]> {
  const rows = await dueScans(engine.db)
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select('versions.id')
    .$if(except.length > 0, (versions) => versions.where('versions.id', 'not in', except))
    .orderBy((e) => e.case().when('versions.scan_status', '=', 'incomplete').then(0).else(1).end())
    .orderBy('skills.install_count', 'desc')
    .orderBy((e) => e.case().when('skills.latest_version_id', '=', e.ref('versions.id')).then(0).else(1).end())
    .orderBy('versions.id', 'desc')
    .limit(atOnce)
    .execute();
  return rows.map(({ id }) => id);
}
