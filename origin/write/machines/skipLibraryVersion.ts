import { ApiError } from '../../contract/errors.ts';
import { skillId } from '../../contract/grammar/ids.ts';
import { foundVersion } from '../../read/found.ts';
import { libraryRecord } from '../../read/machines/getLibrary.ts';
import { libraryEntries } from '../../store/library/library.ts';
import { entryOf, skip } from '../../store/library/libraryChanges.ts';
import { viewOf } from '../../store/view.ts';
import type { Writer } from '../writing.ts';

/** What devices have stays as it is, and so does what happens to newer versions. Errors: `conflict` for the version that is approved. */
export const skipLibraryVersion: Writer<'skipLibraryVersion'> = (writing, { author, slug }, { json: { hash } }) => {
  const { engine, site, caller, now } = writing;
  const { profileId } = caller;
  return engine.write(async (db) => {
    const view = viewOf(engine, caller, db);
    const found = async () => {
      const entries = await libraryEntries(view, profileId, slug);
      return entries.find(({ skill_id }) => skill_id === skillId.format({ author, slug }));
    };
    const row = (await found())?.row;
    const entry = row === undefined ? undefined : await entryOf(db, profileId, row);
    if (!entry) throw new ApiError('skill_not_found', `Your library has no skill ${author}/${slug}.`);
    const version = hash === null ? undefined : await foundVersion(view, { author, slug, hash });
    if (version && version.id === entry.version_id)
      throw new ApiError('conflict', `You approved ${hash} of ${author}/${slug}, so it can’t be skipped.`);
    await skip(db, entry, version?.id ?? null, now());
    const changed = await found();
    if (!changed) throw new Error(`The library lacks the skill ${author}/${slug}.`);
    return { status: 200, record: libraryRecord(changed, site) };
  });
};
