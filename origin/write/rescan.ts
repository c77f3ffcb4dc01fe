/** Makes reports of an earlier corpus again, in the background: the most installed first (CONTRACT.md, Scanning). */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { corpusVersion } from '../scan/detectors.ts';
import type { Reader } from '../scan/reader/reader.ts';
import type { Engine } from '../store/engine/engine.ts';
import { readBlob } from '../store/skills/blobs.ts';
import { storeScan } from '../store/skills/scans.ts';
import { filesOf } from '../store/skills/versions.ts';

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

/**
 * Resolves with how many reports it made, when none is due any more or `signal` ends. Each is stored on its own, so one
 * that is stopped or killed goes on where it was. One that can't be read holds up none of the others: it rejects at the
 * end, with all of those.
 */
export async function rescan({ engine, reader, now, onProgress, signal }: Rescan): Promise<number> {
  const total = await countDue(engine);
  const failed = new Map<number, unknown>();
  let done = 0;
  for (;;) {
    const ids = await dueVersions(engine, [...failed.keys()]);
    if (ids.length === 0) break;
    for (const id of ids) {
      if (signal?.aborted) return done;
      try {
        await rescanVersion({ engine, reader, now }, id);
        done += 1;
      } catch (error) {
        failed.set(id, error);
      }
      onProgress?.(done, Math.max(total, done));
      await wait(rest);
    }
  }
  if (failed.size === 0) return done;
  throw new AggregateError(failed.values(), `Versions that could not be scanned: ${[...failed.keys()].join(', ')}.`);
}

/** Says how it goes every few seconds. What failed is tried again when the program starts again. */
export async function rescanInBackground(rescanning: Omit<Rescan, 'onProgress'>, log: Logger): Promise<void> {
  let said = 0;
  const onProgress = (done: number, total: number) => {
    if (Date.now() - said < 3000 && done < total) return;
    said = Date.now();
    log.info(`rescan for corpus ${corpusVersion}: ${done} of ${total} versions`);
  };
  await rescan({ ...rescanning, onProgress }).catch((error) => log.error({ err: error }, 'the rescan failed'));
}

async function rescanVersion({ engine, reader, now }: Rescan, id: number): Promise<void> {
  const version = await engine.db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const skills = engine.db.selectFrom('skills').select('slug').where('id', '=', version.skill_id);
  const { slug } = await skills.executeTakeFirstOrThrow();
  const files = [];
  for (const { path, hash } of await filesOf(engine.db, id))
    files.push({ path, bytes: await readBlob(engine.db, hash) });
  const scan = await reader.scan({ slug, name: version.name, files });
  await engine.write(async (db) => {
    const standing = db.selectFrom('versions').selectAll().where('id', '=', id).where('withdrawn_at', 'is', null);
    const current = await standing.executeTakeFirst();
    if (current) await storeScan(db, current, { ...scan, corpusVersion }, now());
  });
}

const due = ({ db }: Engine) =>
  db
    .selectFrom('scans')
    .innerJoin('versions', 'versions.id', 'scans.version_id')
    .where('scans.corpus_version', '<', corpusVersion)
    .where('versions.withdrawn_at', 'is', null);

/** Reports that are of an earlier corpus. */
export async function countDue(engine: Engine): Promise<number> {
  const { count } = await due(engine)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** In the order in which people would want them: what most install, and of that what they get now. */
async function dueVersions(engine: Engine, except: number[]): Promise<number[]> {
  const rows = await due(engine)
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select('versions.id')
    .$if(except.length > 0, (versions) => versions.where('versions.id', 'not in', except))
    .orderBy('skills.install_count', 'desc')
    .orderBy((e) => e.case().when('skills.latest_version_id', '=', e.ref('versions.id')).then(0).else(1).end())
    .orderBy('versions.id', 'desc')
    .limit(atOnce)
    .execute();
  return rows.map(({ id }) => id);
}
