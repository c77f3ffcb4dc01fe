/** Has the operator's scanners look at public versions, in the background: their verdicts stand beside our report. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { emptyGround, type ReadyScanner, readyScanner, runScanner } from '../scan/scanners/runScanner.ts';
import type { Scanner } from '../scan/scanners/scanners.ts';
import type { Engine } from '../store/engine/engine.ts';
import { readBlob } from '../store/skills/blobs.ts';
import { storeVerdict } from '../store/skills/scans/verdicts.ts';
import { filesOf } from '../store/skills/versions.ts';
import { reportTo } from './background.ts';

interface Judging {
  engine: Engine;
  /** Where versions are unpacked: a folder of this program's own. */
  ground: string;
  /** Unix seconds. */
  now(): number;
  signal: AbortSignal;
}

/** Milliseconds between two looks for versions that no scanner has seen. */
const pollEvery = 15_000;

/** Seconds until what failed is tried again. */
const retryAfter = 24 * 60 * 60;

/** How many are looked up at a time. */
const atOnce = 50;

/** Until `signal` ends. A scanner that can't be run here is told of, and left out. */
export async function judgeInBackground(judging: Judging, scanners: readonly Scanner[], log: Logger): Promise<void> {
  if (scanners.length === 0) return;
  const ready = await emptyGround(judging.ground).then(
    () => readyScanners(judging, scanners, log),
    (error: unknown) => {
      log.error({ err: error }, 'scanners are not run: there is no place to unpack versions');
      return [];
    },
  );
  while (!judging.signal.aborted && ready.length > 0) {
    for (const scanner of ready)
      await judgeDue(judging, scanner, log).catch((error) => {
        if (!judging.signal.aborted) reportTo(log, 'a scanner could not be run', { scanner: scanner.name })(error);
      });
    await wait(pollEvery, undefined, { signal: judging.signal }).catch(() => undefined);
  }
}

async function readyScanners({ ground, signal }: Judging, scanners: readonly Scanner[], log: Logger) {
  const ready: ReadyScanner[] = [];
  for (const scanner of scanners) {
    try {
      ready.push(await readyScanner(scanner, ground, signal));
    } catch (error) {
      if (!signal.aborted) log.error({ scanner: scanner.name }, `the scanner is not run: ${(error as Error).message}`);
    }
  }
  return ready;
}

/** Resolves with how many versions the scanner looked at, when none is due any more. */
export async function judgeDue(judging: Judging, scanner: ReadyScanner, log: Logger): Promise<number> {
  const { engine, now, signal } = judging;
  let done = 0;
  for (;;) {
    const ids = await dueVersions(engine, scanner, now());
    if (ids.length === 0 || signal.aborted) return done;
    for (const id of ids) {
      if (signal.aborted) return done;
      await judgeVersion(judging, scanner, id, log);
      done += 1;
    }
  }
}

async function judgeVersion({ engine, ground, now, signal }: Judging, scanner: ReadyScanner, id: number, log: Logger) {
  const files = [];
  for (const { path, hash } of await filesOf(engine.db, id)) files.push({ path, bytes: await readBlob(engine, hash) });
  const { status, findings, why } = await runScanner(scanner, files, { ground, signal });
  if (status !== 'ok') log.warn({ scanner: scanner.name, version: id, status, why }, 'a scanner gave no verdict');
  await engine.write(async (db) => {
    const standing = db.selectFrom('versions').select(['id', 'skill_id', 'hash']).where('id', '=', id);
    const version = await standing.where('withdrawn_at', 'is', null).executeTakeFirst();
    const said = { scanner: scanner.name, scanner_version: scanner.version, status, findings, made_at: now() };
    if (version) await storeVerdict(db, version, said);
  });
}

/** Newest first: versions of public skills that this version of the scanner has not seen, or failed at a day ago. */
async function dueVersions({ db }: Engine, { name, version }: ReadyScanner, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .leftJoin('verdicts', (join) => join.onRef('version_id', '=', 'versions.id').on('scanner', '=', name))
    .select('versions.id')
    .where('skills.visibility', '=', 'public')
    .where('versions.withdrawn_at', 'is', null)
    .where((e) =>
      e.or([
        e('verdicts.version_id', 'is', null),
        e('scanner_version', '<>', version),
        e('status', '<>', 'ok').and('made_at', '<', now - retryAfter),
      ]),
    )
    .orderBy('versions.id', 'desc')
    .limit(atOnce)
    .execute();
  return rows.map(({ id }) => id);
}
