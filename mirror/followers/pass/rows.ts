/** Rows of a pass, put into the catalog and held against the log. */
import { LogError } from '../../../origin/log/logError.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import type { ChangeKind } from '../../../origin/store/schema/tables.ts';
import { type EntityRows, forgetRows } from '../../snapshot/catalog/belongings.ts';
import { putRows } from '../../snapshot/catalog/catalog.ts';
import { type RowsKind, type RowsOf, rowsKinds } from '../../snapshot/catalog/names.ts';
import { noteRows } from '../../snapshot/catalog/revisions.ts';
import { putLogRows } from '../logRows.ts';
import { unproved } from '../pack/checked.ts';
import { foldersOf } from '../part/folders.ts';
import { noteLicences, refuseOtherLicences } from '../part/licences.ts';
import { parsed, pruneRows } from '../part/prune.ts';
import { type SeenLog, sealLog } from '../sealLog.ts';
import { readFollowed, writeFollowed } from '../state.ts';
import type { Pass, Place } from './place.ts';
import { isRows, type Packs, type Survey } from './survey.ts';

/**
 * Resolves to the folders of a part in which files may be that do not belong there any more; of a whole pass, undefined: anywhere. Errors:
 * `LogError` where the log does not lead on, or lacks a version that is shown; `BrokenPack`.
 */
export async function takeRows(
  place: Place,
  db: Db,
  packs: Packs,
  pass: Pass,
  { changed }: Survey,
): Promise<string[] | undefined> {
  const only = parsed(place.only);
  const { log, ...followed } = await readFollowed(db);
  for await (const { items } of packs())
    for (const { tables } of items.filter(isRows)) refuseReplaced(log, tables as EntityRows);
  // As they are called until now.
  const folders = only && !pass.isFull ? await foldersOf(db, changed) : undefined;
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
  if (!pass.isEnd) return folders;
  if (only) {
    const pruned = await pruneRows(db, only, pass.isFull ? undefined : changed);
    await noteRows(db, pruned.rows);
    folders?.push(...pruned.folders);
    await refuseOtherLicences(db);
  }
  const seen = await sealLog(db, log, place.trusted);
  if (!seen) return folders;
  const missing = await unproved(db, await skillsOf(db, pass.isFull ? undefined : changed));
  if (missing.length > 0)
    throw new LogError('proof', `The log does not have ${missing.length} versions that are shown: ${missing[0]}, …`);
  await writeFollowed(db, { ...followed, log: seen });
  return folders;
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
