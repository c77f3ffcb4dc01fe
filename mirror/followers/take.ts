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
import { noteLicences, refuseOtherLicences } from './part/licences.ts';
import { type KeptPart, keepPart, keptPart } from './part/part.ts';
import { heldFiles, parsed, pruneRows } from './part/prune.ts';
import { type SeenLog, sealLog } from './sealLog.ts';
import { copiedNow, forgetCopied, leftOver, noteCopied, pathsOf, readFollowed, writeFollowed } from './state.ts';
import { isFile, isRows, type Packs, type Survey, surveyOf } from './survey.ts';

export interface Place {
  catalog: Engine;
  sink: Sink;
  journal: Journal;
  /** The leader’s. */
  tagBits(): TagBits;
  /** The leader's log's key, where its operator told it. */
  trusted?: string;
  /** What alone it holds, as `formatSelection` writes it; all there is if unset. */
  only?: string;
  alarm(what: string, about?: Record<string, unknown>): void;
}

export interface Taken {
  written: number;
  removed: number;
}

interface Pass {
  number: number;
  /** Whether these are the last ones of it: then the log is held to what it promises, and nothing else may be left over. */
  isEnd: boolean;
  isFull: boolean;
  /** Whether nothing was shown before. */
  isFirst: boolean;
}

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
  const { head, end } = survey;
  const gone = await goingOf(catalog.db, survey, pass);
  await journal.write([...survey.paths, ...gone.paths]);
  const counts: Taken = { written: 0, removed: 0 };
  let paths = new Set(survey.paths);
  const put = (phase: Phase) => putFiles(place, packs, (path) => paths.has(path) && phase(path), counts);
  const [content, ...others] = phases;
  await catalog.write(async (db) => {
    await openStep(db);
    await takeRows(place, db, packs, pass, { ...survey, changed: [...survey.changed, ...gone.rows] });
    const holds = await heldOf(place, db, pass);
    if (holds) {
      paths = new Set(survey.paths.filter(holds));
      gone.paths = [...new Set([...gone.paths, ...(await copiedNow(db)).filter((path) => !holds(path))])];
    }
    await recordEntries(db, await put(content));
    await noteCopied(db, { paths: [...paths], changed: survey.changed }, pass.number);
    await beginPart(db, { only: place.only, partial: head.partial ?? [], of: end.skills });
    await writeProgress(db, { ...end.position, made: {}, full: pass.isFirst ? 3 : 0 });
  });
  if (gone.paths.length > 0) await journal.write([...paths, ...gone.paths]);
  const records: Entry[] = [];
  for (const phase of others) records.push(...(await put(phase)));
  // What names something goes before what it names.
  for (const isInPhase of phases.toReversed())
    for (const path of gone.paths.filter(isInPhase)) if (await removeContent(sink, path)) counts.removed += 1;
  // Of a first pass, which nobody is shown before its end, all at once.
  if (pass.isEnd || !pass.isFirst) await sink.sync();
  await catalog.write(async (db) => {
    await recordEntries(db, records);
    await forgetEntries(db, gone.paths);
    await forgetCopied(db, gone.paths, pass.isFull && pass.isEnd ? pass.number : undefined);
    await settleStep(db);
    await writeFollowed(db, { ...(await readFollowed(db)), cursor: end.next, pass: pass.number });
    // All of a first copy is there now.
    if (pass.isFirst && pass.isEnd) await writeProgress(db, { ...end.position, made: {}, full: 0 });
  });
  await journal.clear();
  return counts;
}

/** From here on the rows are of this part: where that is another one than before, nothing that it was told before can be gone on with. */
async function beginPart(db: Db, part: KeptPart): Promise<void> {
  const followed = await readFollowed(db);
  if ((await keptPart(db)).only !== part.only) await writeFollowed(db, { ...followed, cursor: undefined });
  await keepPart(db, part);
}

/** Which files belong here at the end of a pass; undefined where all do, or it is not over. */
async function heldOf({ only }: Place, db: Db, { isEnd }: Pass): Promise<((path: string) => boolean) | undefined> {
  return only !== undefined && isEnd ? heldFiles(db) : undefined;
}

/** What goes: what is told to be gone and comes not again, and what a pass over all there is did not name. */
async function goingOf(db: Db, { names, paths, changed }: Survey, pass: Pass) {
  const there = new Set([...paths, ...changed.map(({ kind, id }) => `${kind} ${id}`)]);
  const told = await pathsOf(db, names);
  const left = pass.isFull && pass.isEnd ? await leftOver(db, pass.number) : { paths: [], rows: [] };
  return {
    paths: [...new Set([...told, ...left.paths])].filter((path) => !there.has(path)),
    rows: left.rows.filter(({ kind, id }) => !there.has(`${kind} ${id}`)),
  };
}

async function takeRows(place: Place, db: Db, packs: Packs, pass: Pass, { changed }: Survey): Promise<void> {
  const only = parsed(place.only);
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
  if (only && only.licence.length > 0) await noteLicences(db, packs, place.tagBits());
  if (!pass.isEnd) return;
  if (only) {
    await noteRows(db, await pruneRows(db, only, pass.isFull ? undefined : changed));
    await refuseOtherLicences(db);
  }
  const seen = await sealLog(db, log, place.trusted);
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
