/** Takes packs into a snapshot: content before the records that name it, records before lists, and what goes last of all. */
import type { TagBits } from '../../origin/contract/cache.ts';
import { LogError } from '../../origin/log/logError.ts';
import type { Db, Engine } from '../../origin/store/engine/engine.ts';
import type { ChangeKind } from '../../origin/store/schema/tables.ts';
import { addressOf } from '../snapshot/address/address.ts';
import { isList } from '../snapshot/build/lists.ts';
import { isContent } from '../snapshot/build/refresh.ts';
import { type EntityRows, forgetRows } from '../snapshot/catalog/belongings.ts';
import { putRows } from '../snapshot/catalog/catalog.ts';
import { writeProgress } from '../snapshot/catalog/progress.ts';
import {
  noteRows,
  openStep,
  type RowsKind,
  type RowsOf,
  rowsKinds,
  settleStep,
} from '../snapshot/catalog/revisions.ts';
import { type Entry, isSameInForms, putContent, removeContent } from '../snapshot/files/content.ts';
import type { Journal } from '../snapshot/files/journal.ts';
import { entriesOf, forgetEntries, recordEntries } from '../snapshot/files/manifest.ts';
import type { Sink } from '../snapshot/files/sink.ts';
import { checkedFile, unproved } from './checked.ts';
import { putLogRows } from './logRows.ts';
import type { End, Pack, PackedFile, PackedRows } from './pack.ts';
import { type SeenLog, sealLog } from './sealLog.ts';
import { forgetCopied, leftOver, noteCopied, pathsOf, readFollowed, writeFollowed } from './state.ts';

export interface Place {
  catalog: Engine;
  sink: Sink;
  journal: Journal;
  /** The leader’s. */
  tagBits(): TagBits;
  /** The leader's log's key, where its operator told it. */
  trusted?: string;
  alarm(what: string, about?: Record<string, unknown>): void;
}

export interface Taken {
  written: number;
  removed: number;
}

/** The packs of a pass, as often as they are asked for; each time the same. There is one at least. */
export type Packs = () => AsyncIterable<Pack>;

interface Pass {
  number: number;
  /** Whether these are the last ones of it: then the log is held to what it promises, and nothing else may be left over. */
  isEnd: boolean;
  isFull: boolean;
  /** Whether nothing was shown before. */
  isFirst: boolean;
}

/** What there is in the packs, without bytes and rows. */
interface Survey {
  paths: string[];
  /** Of files that went. */
  names: string[];
  changed: RowsOf[];
  end: End;
}

async function surveyOf(packs: Packs): Promise<Survey> {
  const found: Omit<Survey, 'end'> = { paths: [], names: [], changed: [] };
  let last: End | undefined;
  for await (const { items, end } of packs()) {
    last = end;
    for (const item of items) {
      if (isFile(item)) found.paths.push(item.file);
      else if ('gone' in item) found.names.push(item.gone);
      else found.changed.push(...item.rows.ids.map((id) => ({ kind: item.rows.kind, id })));
    }
  }
  if (!last) throw new Error('A pass has no packs.');
  return { ...found, end: last };
}

const isFile = (item: object): item is PackedFile => 'file' in item;
const isRows = (item: object): item is PackedRows => 'rows' in item;

type Phase = (path: string) => boolean;

/** Files by when they are put in place. */
const phases: [Phase, Phase, Phase] = [
  (path: string) => isKnown(path, isContent),
  (path: string) => !isKnown(path, isContent) && !isKnown(path, isList),
  (path: string) => isKnown(path, isList),
];

function isKnown(path: string, is: typeof isContent): boolean {
  const address = addressOf(path);
  return address !== undefined && is(address);
}

/**
 * Errors: `BrokenPack` where something is not what it says; `LogError` where the log does not lead on, or lacks a version that
 * is shown. Nothing of it shows then. What was begun can be begun again.
 */
export async function takeIn(place: Place, packs: Packs, pass: Pass): Promise<Taken> {
  const { catalog, sink, journal } = place;
  const survey = await surveyOf(packs);
  const { paths, end } = survey;
  const gone = await goingOf(catalog.db, survey, pass);
  await journal.write([...paths, ...gone.paths]);
  const counts: Taken = { written: 0, removed: 0 };
  const put = (phase: Phase) => putFiles(place, packs, phase, counts);
  const [content, ...others] = phases;
  await catalog.write(async (db) => {
    await openStep(db);
    await takeRows(place, db, packs, pass, { ...survey, changed: [...survey.changed, ...gone.rows] });
    await recordEntries(db, await put(content));
    await writeProgress(db, { ...end.position, made: {}, full: pass.isFirst ? 3 : 0 });
  });
  const records: Entry[] = [];
  for (const phase of others) records.push(...(await put(phase)));
  for (const path of gone.paths) if (await removeContent(sink, path)) counts.removed += 1;
  // Of a first pass, which nobody is shown before its end, all at once.
  if (pass.isEnd || !pass.isFirst) await sink.sync();
  await catalog.write(async (db) => {
    await recordEntries(db, records);
    await forgetEntries(db, gone.paths);
    await noteCopied(db, survey, pass.number);
    await forgetCopied(db, gone.paths, pass.isFull && pass.isEnd ? pass.number : undefined);
    await settleStep(db);
    await writeFollowed(db, { ...(await readFollowed(db)), cursor: end.next, pass: pass.number });
    // All of a first copy is there now.
    if (pass.isFirst && pass.isEnd) await writeProgress(db, { ...end.position, made: {}, full: 0 });
  });
  await journal.clear();
  return counts;
}

/** What goes: what is told to be gone and comes not again, and what a pass over all there is did not name. */
async function goingOf(db: Db, { names, paths, changed }: Survey, pass: Pass) {
  const there = new Set([...paths, ...changed.map(({ kind, id }) => `${kind} ${id}`)]);
  const told = await pathsOf(db, names);
  const left = pass.isFull && pass.isEnd ? await leftOver(db, pass.number) : { paths: [], rows: [] };
  const going = [...new Set([...told, ...left.paths])].filter((path) => !there.has(path));
  return {
    // What names something goes before what it names.
    paths: phases.toReversed().flatMap((isInPhase) => going.filter(isInPhase)),
    rows: left.rows.filter(({ kind, id }) => !there.has(`${kind} ${id}`)),
  };
}

async function takeRows({ trusted }: Place, db: Db, packs: Packs, pass: Pass, { changed }: Survey): Promise<void> {
  const { log, ...followed } = await readFollowed(db);
  for await (const { items } of packs())
    for (const { tables } of items.filter(isRows)) refuseReplaced(log, tables as EntityRows);
  // First what is there of all of them: one may have the name by now that another had.
  for (const kind of rowsKinds) {
    const ids = changed.filter((one) => one.kind === kind).map(({ id }) => id);
    if (isEntity(kind) && ids.length > 0) await forgetRows(db, kind, ids);
  }
  for await (const { items } of packs())
    for (const { rows, tables } of items.filter(isRows)) {
      const { kind, ids } = rows;
      if (kind === 'log') await putLogRows(db, ids, tables as EntityRows);
      else if (kind === 'heads') await putHeads(db, tables as EntityRows);
      else await putRows(db, kind, ids, tables as EntityRows);
    }
  await noteRows(db, changed);
  if (!pass.isEnd) return;
  const seen = await sealLog(db, log, trusted);
  if (!seen) return;
  const missing = await unproved(db, await skillsOf(db, pass.isFull ? undefined : changed));
  if (missing.length > 0)
    throw new LogError('proof', `The log does not have ${missing.length} versions that are shown: ${missing[0]}, …`);
  await writeFollowed(db, { ...followed, log: seen });
}

/** Before the entries of the other one are held against those that there are. */
function refuseReplaced(seen: SeenLog | undefined, { log_heads = [] }: EntityRows): void {
  const { origin } = (log_heads.at(-1) ?? {}) as { origin?: string };
  if (seen && origin !== undefined && origin !== seen.origin)
    throw new LogError(
      'unsigned',
      `The leader replaced its transparency log, ${seen.origin}, with a new one, ${origin}. Ask its operator why. To follow that one: stop this copy, remove the folder mirror of DATA_DIR, and start it again.`,
    );
}

const isEntity = (kind: RowsKind): kind is ChangeKind => kind !== 'log' && kind !== 'heads';

async function putHeads(db: Db, { log_heads = [] }: EntityRows): Promise<void> {
  await db.deleteFrom('log_heads').execute();
  if (log_heads.length > 0)
    await db
      .insertInto('log_heads')
      .values(log_heads as never)
      .execute();
}

/** The skills whose versions may be other ones now; all, where nothing is said of that. */
async function skillsOf(db: Db, changed: readonly RowsOf[] | undefined): Promise<number[]> {
  const idsOf = (kind: string) => (changed ?? []).filter((one) => one.kind === kind).map(({ id }) => id);
  const query = db.selectFrom('skills').select('id');
  const owners = idsOf('profile');
  const found = changed
    ? owners.length > 0
      ? await query.where('owner_id', 'in', owners).execute()
      : []
    : await query.execute();
  return [...new Set([...idsOf('skill'), ...found.map(({ id }) => id)])];
}

/** Puts files of a phase in place; returns the entries that are news. */
async function putFiles(
  { catalog, sink, tagBits, alarm }: Place,
  packs: Packs,
  isInPhase: Phase,
  counts: Taken,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const { items } of packs()) {
    const files = items.filter(isFile).filter(({ file }) => isInPhase(file));
    const known = await entriesOf(
      catalog.db,
      files.map(({ file }) => file),
    );
    for (const file of files) {
      const checked = await checkedFile(file, tagBits());
      if (!checked) {
        if (known.get(file.file)?.sha256 !== file.sha256)
          alarm('the leader has lost a file, and it is not copied', { path: file.file });
        continue;
      }
      if (isSameInForms(checked.entry, known.get(file.file))) continue;
      await putContent(sink, checked);
      entries.push(checked.entry);
      counts.written += 1;
    }
  }
  return entries;
}
