/** The history of the schema as files of SQL, one a step and engine: schema/steps. Once released they never change. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file, such as `0007-totals.sql`: paragraphs that are each a statement, or comments alone. */
export interface Step {
  version: number;
  /** The oldest program, by the newest step it knows, that may write from then on: `-- least writer: 6`, or this step. */
  leastWriter: number;
  /** What makes the schema, at once. */
  statements: string[];
  /** What takes long, and is run later for a few rows at a time (backfills.ts). */
  backfills: Backfill[];
}

/** A statement below a line `-- in pieces: skills`, for the rows of that table from id `:first` to id `:last`. */
interface Backfill {
  table: string;
  statement: string;
}

/** Every step of an engine's history, the oldest first. */
export async function readSteps(engine: 'sqlite' | 'postgres'): Promise<Step[]> {
  const folder = join(import.meta.dirname, 'steps', engine);
  const files = (await readdir(folder)).sort();
  return Promise.all(files.map(async (file, index) => stepOf(index + 1, await readFile(join(folder, file), 'utf8'))));
}

export function stepOf(version: number, text: string): Step {
  const leastWriter = Number(/^-- least writer: (\d+)$/m.exec(text)?.[1] ?? version);
  const paragraphs = text.trim().split(/\n{2,}/);
  const said = paragraphs.filter((paragraph) => !/^(?:--.*\n?)*$/.test(paragraph));
  const backfills = said.flatMap((statement) => {
    const table = /^-- in pieces: (\w+)$/m.exec(statement)?.[1];
    return table ? [{ table, statement }] : [];
  });
  const statements = said.filter((statement) => !backfills.some((backfill) => backfill.statement === statement));
  return { version, leastWriter, statements, backfills };
}
