/** The history of the schema as files of SQL, one a step and engine: schema/steps. Once released they never change. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file, such as `0007-totals.sql`: paragraphs that are each a statement, or comments alone. */
export interface Step {
  version: number;
  /** What it is for, as the comment above its statements says. */
  about: string;
  /** The oldest program, by the newest step it knows, that may write from then on: `-- least writer: 6`, or this step. */
  leastWriter: number;
  /** The oldest that may read: `-- least reader: 6`; 0 where the step does not say, as none before step 30 does. */
  leastReader: number;
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

const folderOf = (engine: 'sqlite' | 'postgres') => join(import.meta.dirname, 'steps', engine);

/** How many there are: what this program calls itself where it meets another one's schema. */
export const countSteps = async (engine: 'sqlite' | 'postgres'): Promise<number> =>
  (await readdir(folderOf(engine))).length;

/** Every step of an engine's history, the oldest first. */
export async function readSteps(engine: 'sqlite' | 'postgres'): Promise<Step[]> {
  const folder = folderOf(engine);
  const files = (await readdir(folder)).sort();
  return Promise.all(files.map(async (file, index) => stepOf(index + 1, await readFile(join(folder, file), 'utf8'))));
}

export function stepOf(version: number, text: string): Step {
  const numberAfter = (what: string) => new RegExp(`^-- ${what}: (\\d+)$`, 'm').exec(text)?.[1];
  const paragraphs = text.trim().split(/\n{2,}/);
  const isComment = (paragraph: string) => /^(?:--.*\n?)*$/.test(paragraph);
  const said = paragraphs.filter((paragraph) => !isComment(paragraph));
  const backfills = said.flatMap((statement) => {
    const table = /^-- in pieces: (\w+)$/m.exec(statement)?.[1];
    return table ? [{ table, statement }] : [];
  });
  return {
    version,
    about: aboutOf(/^(?:--.*\n?)*/.exec(text)?.[0] ?? ''),
    leastWriter: Number(numberAfter('least writer') ?? version),
    leastReader: Number(numberAfter('least reader') ?? 0),
    statements: said.filter((statement) => !backfills.some((backfill) => backfill.statement === statement)),
    backfills,
  };
}

const aboutOf = (comment: string): string =>
  comment
    .split('\n')
    .filter((line) => line && !/^-- least (?:writer|reader): /.test(line))
    .map((line) => line.replace(/^-- ?/, ''))
    .join(' ');
