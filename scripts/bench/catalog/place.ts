/** Where a catalog is: a data directory as programs take one, made once where a folder to keep it in was named. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openStore } from '../../../origin/store/engine/open.ts';
import { makeCatalog } from './make.ts';
import { realNames } from './names.ts';
import { filePool } from './pool.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus');

/** How to open the store of a data directory, whichever settings the environment has. */
export const openDataDir = (dataDir: string): Promise<Engine> => openStore({ dataDir, databaseUrl: undefined });

export interface CatalogPlace extends AsyncDisposable {
  dataDir: string;
  skills: number;
  /** Its store: the one in `dataDir`, or the database that was named. */
  open(): Promise<Engine>;
}

/** The catalog of this size below `kept`, made where it is not there yet; without `kept`, one that goes with the run. */
export async function catalogPlace(
  skills: number,
  kept: string | undefined,
  say: (line: string) => void,
  databaseUrl?: string,
): Promise<CatalogPlace> {
  const parent = kept ? resolve(kept) : await mkdtemp(join(tmpdir(), 'bench-'));
  const dataDir = join(parent, `skills-${skills}`);
  const open = () => openStore({ dataDir, databaseUrl });
  const whole = join(dataDir, 'whole');
  if (databaseUrl) await fillDatabase(open, skills, say);
  else if (!existsSync(whole)) {
    await rm(dataDir, { recursive: true, force: true });
    await mkdir(dataDir, { recursive: true });
    await fill(await open(), skills, say);
    await writeFile(whole, '');
  }
  return {
    ...{ dataDir, skills, open },
    [Symbol.asyncDispose]: async () => {
      if (!kept) await rm(parent, { recursive: true, force: true });
    },
  };
}

/** A database keeps its catalog; one of another size is refused. */
async function fillDatabase(open: () => Promise<Engine>, skills: number, say: (line: string) => void): Promise<void> {
  const engine = await open();
  const { count } = await engine.db
    .selectFrom('skills')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return fill(engine, skills, say);
  await engine.close();
  if (count !== skills) throw new Error(`The database has ${count} skills, and not ${skills}.`);
}

async function fill(engine: Engine, skills: number, say: (line: string) => void): Promise<void> {
  const started = performance.now();
  const until = Math.floor(Date.now() / 1000);
  const names = realNames(join(corpus, 'catalog.jsonl'));
  const pool = await filePool(join(corpus, 'skills'));
  await makeCatalog(engine, { skills, names, pool, until }, (done) => {
    if (done % 10_000 === 0 || done === skills) say(`catalog: ${done} of ${skills} skills, ${secondsSince(started)} s`);
  });
  // As an origin leaves it: else each one that a measure starts would compare texts for as long as it runs.
  await engine.write((db) =>
    db
      .updateTable('skills')
      .set(({ ref }) => ({ compared: ref('latest_version_id').$notNull() }))
      .execute(),
  );
  await engine.close();
}

const secondsSince = (started: number) => ((performance.now() - started) / 1000).toFixed(0);
