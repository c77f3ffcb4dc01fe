import { ApiError } from '../../contract/errors.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import { libraryEntries } from '../../store/library/library.ts';
import { removeEntry } from '../../store/library/libraryChanges.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

/** What the library lists can be removed under the id that it lists, whether the skill is still to be seen or not. */
export const removeLibrarySkill: Writer<'removeLibrarySkill'> = ({ engine, caller, now }, { author, slug }) =>
  engine.write(async (db) => {
    const skill_id = skillId.format({ author, slug });
    const entries = await libraryEntries(viewOf(engine, caller, db), caller.profileId, slug);
    const entry = entries.find((one) => one.skill_id === skill_id);
    if (!entry) throw new ApiError('skill_not_found', `Your library has no skill ${author}/${slug}.`);
    await removeEntry(db, caller.profileId, entry.row, now());
    return { status: 200, record: { skill_id, removed: true } };
  });
