/** Stores as released programs left them, one for each schema of a release: SQL text that `npm run released` writes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { type EngineName, newPlace } from '../../engines.ts';
import type { Place } from '../../pglite.ts';

/** Names of an engine's stores, the oldest first: `0006`, or `0006-first` where what made that schema was changed. */
export async function fixtureNames(engine: EngineName): Promise<string[]> {
  const files = await readdir(join(import.meta.dirname, engine));
  return files.map((file) => file.replace('.sql', '')).sort();
}

export const versionOf = (fixture: string): number => Number(fixture.slice(0, 4));

/** The scans of their story found nothing; this is a report of what did. */
const found = ['medium', 'low'].map((severity) => ({
  ...{ detector: `a-${severity}-rule`, severity, path: 'SKILL.md', line: 1, message: 'Found.' },
}));
const reported = `update scans set findings = '${JSON.stringify(found)}' where version_id = 1;`;

export const readReleased = (engine: EngineName, fixture: string): Promise<string> =>
  readFile(join(import.meta.dirname, engine, `${fixture}.sql`), 'utf8');

export interface Released {
  place: Place;
  /** Every row by its table, as the program left it. */
  rows: Rows;
}

export type Rows = Map<string, Record<string, unknown>[]>;

export async function openReleased(engine: EngineName, fixture: string): Promise<Released> {
  const place = await newPlace(engine);
  await place.run(await readReleased(engine, fixture));
  // Later programs note with a report what is worst in it.
  if (versionOf(fixture) < 22) await place.run(reported);
  const old = await place.open(Promise.resolve([]));
  const rows = await everyRow(old);
  await old.close();
  return { place, rows };
}

export async function everyRow({ db }: Engine): Promise<Rows> {
  const rows: Rows = new Map();
  for (const { name } of await db.introspection.getTables()) {
    if (/_(tokens|folded)(_|$)/.test(name)) continue;
    rows.set(name, (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)).rows);
  }
  return rows;
}
