/**
 * Makes entries of what waits in the queue, in one order for all. A version is entered once everyone sees it, whatever
 * brought it into sight, and once under each name; what everyone may not know any more is taken out of entries.
 */
import { randomBytes } from 'node:crypto';
import { entryHash, entryLine } from '../../log/entry.ts';
import { compiledOnce, type RowOf } from '../engine/compiled.ts';
import type { Db } from '../engine/engine.ts';
import { together } from '../engine/together.ts';
import { isHiding, isShowing, isTold } from './logged.ts';
import { addHashes, logSize, sizeOfLog } from './rows.ts';
import { unenteredOf, type WithIds } from './unentered.ts';

type Queued = RowOf<typeof queuedRows>;

interface Entry {
  fields: Record<string, string | number>;
  /** The skill that it names. */
  skill?: number | null;
  /** Of the version that it is the proof of. */
  name?: string;
}

/** Rows of the queue that are taken at a time, and entries of a statement. */
const rowsAtOnce = 200;

/** What was added to a log of so many entries. */
export interface Appended {
  first: number;
  /** Hashes of the entries. */
  leaves: Buffer[];
}

/** Takes a part of what waits into the log. */
export async function appendQueued(engine: WithIds, db: Db): Promise<Appended> {
  const rows = await runQueued(db, '', [], () => queuedRows(db));
  const last = rows.at(-1);
  if (!last) return { first: await logSize(db), leaves: [] };
  const first = Number(last.first);
  const hidden = new Set(rows.filter(({ kind }) => isHiding(kind)).map((row) => row.subject_id));
  const withdrawn = rows.filter(({ kind }) => kind === 'version.withdrawn').map(({ name }) => name);
  const [gone, proven] = await together([takeOut(db, [...hidden], last.created_at), unname(db, withdrawn)]);
  const entries = [
    ...rows
      .filter(({ skill_id: skill }) => skill === null || !hidden.has(skill))
      .flatMap((row) => (isToBeTold(row, proven) ? [told(row)] : [])),
    ...gone,
    ...(await shown(engine, db, rows, last.created_at)),
  ];
  const [leaves] = await together([
    enter(db, first, entries),
    db
      .deleteFrom('log_queue')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute(),
  ]);
  return { first, leaves };
}

/** Each with how many entries there are. */
const queuedRows = (db: Db) =>
  db
    .selectFrom('log_queue')
    .leftJoin('versions', (join) =>
      join.onRef('versions.id', '=', 'log_queue.subject_id').on('log_queue.subject', '=', 'version'),
    )
    .selectAll('log_queue')
    .select((e) =>
      e
        .case()
        .when('log_queue.subject', '=', 'skill')
        .then(e.ref('log_queue.subject_id'))
        .else(e.ref('versions.skill_id'))
        .end()
        .as('skill_id'),
    )
    .select((e) => e.selectFrom('log_entries').select(sizeOfLog).as('first'))
    .orderBy('log_queue.id')
    .limit(rowsAtOnce);

const runQueued = compiledOnce<Queued>();

/** That a version is gone is told of one that was entered, and of no other: it may have been held for as long as it was there. */
const isToBeTold = ({ kind, name, public: isPublic }: Queued, proven: ReadonlySet<string>): boolean =>
  isTold(kind) && (kind === 'version.withdrawn' ? proven.has(name) : isPublic === 1);

const told = ({ kind, name, data, skill_id: skill, created_at: time }: Queued): Entry => ({
  fields: { type: kind, subject: name, time, ...JSON.parse(data) },
  skill,
});

/** What was withdrawn may be published again, and then has another entry. Returns the names that had one. */
async function unname(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const entries = db.selectFrom('log_entries').select('name').where('name', 'in', names).execute();
  const [had] = await together([
    entries,
    db.updateTable('log_entries').set({ name: null }).where('name', 'in', names).execute(),
  ]);
  return new Set(had.map(({ name }) => String(name)));
}

/** Each version that everyone sees of what these rows are about, and that has no entry by its name. */
function shown(engine: WithIds, db: Db, rows: readonly Queued[], time: number): Promise<Entry[]> {
  const showing = rows.filter(({ kind }) => isShowing(kind));
  const skills = new Set(showing.map(({ skill_id: skill }) => skill).filter((skill) => skill !== null));
  const owners = new Set(showing.filter(({ subject }) => subject === 'profile').map((row) => row.subject_id));
  return unenteredOf(engine, db, { skills, owners }, time);
}

/** Takes what is said of skills out of every entry that names one; returns what is to be entered of that. */
export async function takeOut(db: Db, skills: readonly number[], time: number): Promise<Entry[]> {
  if (skills.length === 0) return [];
  const rows = await db
    .updateTable('log_entries')
    .set(nothing)
    .where('skill_id', 'in', skills)
    .returning('number')
    .execute();
  const numbers = rows.map(({ number }) => Number(number)).sort((a, b) => a - b);
  return numbers.map((index) => redaction(index, wentPrivate, time));
}

/** Why an entry lost its text: the skill may be public again, and is entered again then. */
export const wentPrivate = 'private';

const nothing = { line: null, name: null, skill_id: null };

const redaction = (index: number, reason: string, time: number): Entry => ({
  fields: { type: 'redacted', index, reason, time },
});

/**
 * Takes the text out of one entry, and enters that it was and why. It keeps its name, or the version would be entered once more.
 * Errors: where there is no such entry, or it has no text.
 */
export async function redact(db: Db, index: number, reason: string, time: number): Promise<void> {
  const gone = await db
    .updateTable('log_entries')
    .set({ line: null, skill_id: null })
    .where('number', '=', index)
    .where('line', 'is not', null)
    .returning('number')
    .execute();
  if (gone.length === 0) throw new Error(`The log has no entry ${index} with a text.`);
  await enter(db, await logSize(db), [redaction(index, reason, time)]);
}

/** Adds entries to a log of this size; returns their hashes. Their random bytes keep a text that was taken out from being guessed. */
export async function enter(db: Db, size: number, entries: readonly Entry[]): Promise<Buffer[]> {
  const rows = entries.map(({ fields, skill, name }, nth) => ({
    ...{ number: size + nth, skill_id: skill ?? null, name: name ?? null },
    line: entryLine(fields, randomBytes(16)),
  }));
  const leaves = rows.map(({ line }) => entryHash(line));
  const starts = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, nth) => nth * rowsAtOnce);
  await together([
    ...starts.map((start) =>
      db
        .insertInto('log_entries')
        .values(rows.slice(start, start + rowsAtOnce))
        .execute(),
    ),
    addHashes(db, size, leaves),
  ]);
  return leaves;
}
