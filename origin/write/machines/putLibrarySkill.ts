import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import { libraryRecord } from '../../read/machines/getLibrary.ts';
import type { Db } from '../../store/engine/engine.ts';
import { libraryEntry } from '../../store/library/library.ts';
import { approve, countEntries, entryOf } from '../../store/library/libraryChanges.ts';
import { viewOf } from '../../store/view.ts';
import { chosenVersion } from '../chosenVersion.ts';
import type { Writer } from '../writing.ts';

/** A version asked for by its hash stays pinned unless the body says otherwise. */
export const putLibrarySkill: Writer<'putLibrarySkill'> = (writing, { author, slug }, { json }) => {
  const { engine, site, caller, now } = writing;
  const { hash, pinned, auto_approve: autoApprove } = json;
  const { profileId } = caller;
  return engine.write(async (db) => {
    const view = viewOf(engine, caller, db);
    const { id: versionId, skill_id: skillId } = await chosenVersion(view, { author, slug, hash });
    if (!(await entryOf(db, profileId, skillId))) await checkRoom(db, profileId);
    await approve(
      db,
      { profileId, skillId, versionId, pinned: pinned ?? (hash ? true : undefined), autoApprove },
      now(),
    );
    const entry = await libraryEntry(view, profileId, { id: skillId, slug });
    if (!entry) throw new Error(`The library lacks the skill ${author}/${slug}.`);
    return { status: 200, record: libraryRecord(entry, site) };
  });
};

/** Errors: `conflict`. */
async function checkRoom(db: Db, profileId: number): Promise<void> {
  if ((await countEntries(db, profileId)) < limits.librarySkills) return;
  throw new ApiError('conflict', `A library can have at most ${limits.librarySkills} skills. Remove one first.`);
}
