import type { Db } from '../../../origin/store/engine/engine.ts';
import { type FilePhase, filePhases, phaseOf } from '../../snapshot/address/phases.ts';
import { writeProgress } from '../../snapshot/catalog/progress.ts';
import { openStep, settleStep } from '../../snapshot/catalog/revisions.ts';
import { type Entry, isSameInForms, putContent, removeContent } from '../../snapshot/files/content.ts';
import { entriesOf, forgetEntries, recordEntries } from '../../snapshot/files/manifest.ts';
import { checkedFile } from '../pack/checkedFile.ts';
import type { PackedFile } from '../pack/shapes.ts';
import { chosenFiles } from '../part/files.ts';
import { filesBelow } from '../part/folders.ts';
import { type KeptPart, keepPart, keptPart } from '../part/part.ts';
import { choiceHere, parsed } from '../part/prune.ts';
import { copiedNow, forgetCopied, leftOver, noteCopied, pathsOf, readFollowed, writeFollowed } from '../state.ts';
import type { Pass, Place, Taken } from './place.ts';
import { takeRows } from './rows.ts';
import { isFile, type Packs, type Survey, surveyOf } from './survey.ts';

/**
 * Errors: `BrokenPack` where something is not what it says; `LogError` where the log does not lead on, or lacks a version that
 * is shown. Nothing of it shows then. What was begun can be begun again.
 */
export async function takeIn(place: Place, packs: Packs, pass: Pass): Promise<Taken> {
  const { catalog, sink, journal } = place;
  const only = parsed(place.only);
  const survey = await surveyOf(packs);
  const { head, end } = survey;
  const gone = await goingOf(catalog.db, survey, pass);
  await journal.write([...survey.paths, ...gone.paths]);
  const counts: Taken = { written: 0, removed: 0 };
  let paths = new Map(survey.paths.map((path) => [path, phaseOf(path)]));
  const put = (phase: FilePhase) =>
    putFiles(place, packs, (one) => paths.get(one.file) === phase && survey.isNewest(one), counts);
  const [content, ...others] = filePhases;
  await catalog.write(async (db) => {
    await openStep(db);
    const changed = [...survey.changed, ...gone.rows];
    const folders = await takeRows(place, db, packs, pass, { ...survey, changed });
    if (only && pass.isEnd) {
      const choice = choiceHere(db, only);
      const chosen = await chosenFiles(db, choice, survey.paths);
      paths = new Map([...paths].filter(([path]) => chosen.has(path)));
      const there = folders ? await filesBelow(db, folders) : await copiedNow(db);
      const kept = await chosenFiles(db, choice, there);
      gone.paths = [...new Set([...gone.paths, ...there.filter((path) => !kept.has(path))])];
      await journal.write([...paths.keys(), ...gone.paths]);
    }
    await recordEntries(db, await put(content));
    await noteCopied(db, { paths: [...paths.keys()], changed: survey.changed }, pass.number);
    await beginPart(db, { only: place.only, partial: head.partial ?? [], of: end.skills });
    await writeProgress(db, { ...end.position, made: {}, full: pass.isFirst ? 3 : 0 });
  });
  const records: Entry[] = [];
  for (const phase of others) records.push(...(await put(phase)));
  // What names something goes before what it names.
  for (const phase of filePhases.toReversed())
    for (const path of gone.paths.filter((one) => phaseOf(one) === phase))
      if (await removeContent(sink, path)) counts.removed += 1;
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

/**
 * Puts files in place; returns the entries that are news. Each is as it is at the end of the pass: what the manifest says
 * is of before it.
 */
async function putFiles(
  { catalog, sink, tagBits, alarm }: Place,
  packs: Packs,
  isWanted: (file: PackedFile) => boolean,
  counts: Taken,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const { items } of packs()) {
    const files = items.filter(isFile).filter(isWanted);
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
