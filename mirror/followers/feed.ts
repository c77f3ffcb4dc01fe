/** What of a snapshot changed, for programs that copy it: what is public alone, since the catalog has nothing else. */
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../origin/contract/errors.ts';
import type { TagBits } from '../../origin/contract/headers/cache.ts';
import { formatSelection, type Selection } from '../../origin/contract/subjects/selection.ts';
import type { Site } from '../../origin/read/reading.ts';
import type { Db, Engine } from '../../origin/store/engine/engine.ts';
import { type EntityRows, storedRows } from '../snapshot/catalog/belongings.ts';
import { rowsKinds } from '../snapshot/catalog/names.ts';
import { readProgress } from '../snapshot/catalog/progress.ts';
import { readClock } from '../snapshot/catalog/revisions.ts';
import { type Entry, isOf, isSameInForms } from '../snapshot/files/content.ts';
import { encodedFile } from '../snapshot/files/encodedFile.ts';
import { entriesOf } from '../snapshot/files/manifest.ts';
import type { Files } from '../snapshot/files/sink.ts';
import { type Cursor, formatCursor, parseCursor, type Source } from './cursor.ts';
import { logRows } from './logRows.ts';
import { formatPack, type Pack } from './pack/pack.ts';
import type { Item, PackedFile, PackedRows } from './pack/shapes.ts';
import { type Choice, choiceOf, ofVersions, versionsLeft } from './part/chosen.ts';
import { countSkills, readPart } from './part/part.ts';
import { partAfter } from './part/window.ts';
import { allAfter, type Named, type Window } from './told.ts';

export interface Feed {
  catalog: Engine;
  files: Pick<Files, 'read'>;
  tagBits: TagBits;
  site: Site;
  /** Steps that this program knows, which the catalog has. */
  schema: number;
}

/** What somebody who copies it wants to know. */
export interface Asked {
  /** The cursor that they were told last. */
  after?: string | undefined;
  /** What they hold alone. */
  only?: Selection | undefined;
  /** Ids of skills that alone are told of, whenever they changed. */
  whole?: readonly number[] | undefined;
}

/**
 * How often it is looked again where a file has other bytes than the manifest says, or a step is under way and there is nothing
 * beside it; and milliseconds in between.
 */
const [mostLooks, betweenLooks] = [20, 50];

/**
 * What comes after a cursor, in the order of revisions; all there is where that can't be gone on with. Errors: `unavailable`
 * where there is no snapshot that a program of now has built.
 */
export async function changesAfter(feed: Feed, asked: Asked): Promise<Buffer> {
  const had: Had = new Map();
  for (let looks = 1; ; looks += 1) {
    const { head, items, end } = await look(feed, asked, had);
    const isWhole = items.every((item) => !('as' in item && item.as === 'none'));
    // Of much that changed nothing may concern who asks.
    const isNews = end.isComplete || items.length > 0 || (asked.only !== undefined && end.next !== asked.after);
    // One that is being replaced has another hash in a moment, and a step is through.
    if ((isWhole && isNews) || looks === mostLooks) return formatPack(head, items, end);
    await wait(betweenLooks);
  }
}

/** Files that were read already, by their paths. */
type Had = Map<string, PackedFile>;

async function look(
  { catalog, files, tagBits, site, schema }: Feed,
  { after, only, whole }: Asked,
  had: Had,
): Promise<Pack> {
  const page = await catalog.read(async (db) => {
    const [progress, clock] = [await readProgress(db), await readClock(db)];
    if (!clock || !progress || progress.full === 3) throw new ApiError('unavailable', 'The snapshot is not ready yet.');
    const given = after === undefined ? undefined : parseCursor(after);
    const isKnown = given?.mark === clock.mark && clock.pruned <= given.begun && given.revision <= clock.settled;
    const from: Cursor =
      given && isKnown
        ? given
        : { mark: clock.mark, begun: clock.settled, isFull: true, revision: 0, source: 'rows', key: [] };
    const choice = only && choiceOf(db, only);
    const { settled } = clock;
    const found = choice
      ? await partAfter(db, from, { choice, isFull: from.isFull, settled, whole })
      : await allAfter(db, from, settled);
    const { revision, source, key } = found.place;
    const end = { mark: clock.mark, begun: settled, isFull: false };
    const isComplete = found.isWhole && !clock.isOpen;
    const next: Cursor = isComplete
      ? { ...end, revision: settled, source: 'gone', key: ['~'] }
      : { ...from, ...{ revision, source, key } };
    const part = await readPart(db);
    const skills = only || part ? (part?.of ?? (await countSkills(db))) : undefined;
    return {
      items: await itemsOf(db, found, choice),
      head: { isFull: from.isFull, isReset: !isKnown, ...(part && { partial: part.filters }) },
      end: {
        ...{ next: formatCursor(next), isComplete, position: positionIn(progress) },
        ...(skills !== undefined && { skills }),
      },
    };
  });
  const items = await Promise.all(page.items.map((item) => ('path' in item ? packedOnce(files, item, had) : item)));
  const asked = { ...(after && { after }), ...(only && { only: formatSelection(only) }) };
  return { head: { site, schema, tagBits, ...asked, ...page.head }, items, end: page.end };
}

const positionIn = ({ seq, event, mark, day }: { seq: number; event: number; mark: string; day: number }) => ({
  seq: Number(seq),
  event: Number(event),
  mark,
  day,
});

/** Rows of a kind together, and files as the manifest has them: their bytes are read later. */
async function itemsOf(
  db: Db,
  { named: { sent, left }, told }: Window,
  choice: Choice | undefined,
): Promise<(Exclude<Item, PackedFile> | Entry)[]> {
  const namesOf = (source: Source) => told.filter((one) => one.source === source).map(({ key }) => String(key[0]));
  const items: (Exclude<Item, PackedFile> | Entry)[] = [];
  for (const kind of rowsKinds) {
    const of = (rows: Named['sent']) => rows.flatMap((one) => (one.kind === kind ? [one.id] : []));
    const [ids, others] = [of(sent), of(left)];
    if (ids.length + others.length === 0) continue;
    const tables = kind === 'log' || kind === 'heads' ? await logRows(db, kind, ids) : await storedRows(db, kind, ids);
    if (choice && kind === 'skill') leaveOut(tables, await versionsLeft(db, choice, ids));
    items.push({ rows: { kind, ids: [...ids, ...others] }, tables: tables as PackedRows['tables'] });
  }
  const entries = await entriesOf(db, namesOf('files'));
  return [...items, ...entries.values(), ...namesOf('gone').map((gone) => ({ gone }))];
}

/** Takes out what is of these versions. */
function leaveOut(tables: EntityRows, versions: readonly number[]): void {
  const left = new Set<unknown>(versions);
  if (left.size === 0) return;
  for (const [table, column] of ofVersions)
    tables[table] = (tables[table] ?? []).filter((row) => !left.has((row as Record<string, unknown>)[column]));
}

/** One that was found is not read again with the others of its page that were not. */
async function packedOnce(files: Pick<Files, 'read'>, entry: Entry, had: Had): Promise<PackedFile> {
  const before = had.get(entry.path);
  if (before && isSameInForms(before, entry)) return before;
  const file = await packed(files, entry);
  if (file.as !== 'none') had.set(entry.path, file);
  return file;
}

/** Without a body where there is none of this hash: it is being replaced, and comes again, or is lost. */
async function packed(files: Pick<Files, 'read'>, { path, ...entry }: Entry): Promise<PackedFile> {
  const file = { file: path, ...entry };
  const { gzip } = entry.forms;
  const form = gzip && (await files.read(encodedFile(path, 'gzip')))?.body;
  if (form && isOf(form, gzip)) return { ...file, as: 'gzip', body: form };
  const body = (await files.read(path))?.body;
  return body && isOf(body, entry) ? { ...file, as: 'plain', body } : { ...file, as: 'none', body: new Uint8Array() };
}
