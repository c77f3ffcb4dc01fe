import { skillId } from '../../contract/grammar/ids.ts';
import { type Output, operationPath } from '../../contract/operations.ts';
import { libraryEntries } from '../../store/library/library.ts';
import type { Loader, Reading } from '../reading.ts';

type LibraryEntry = Output<'getLibrary'>['skills'][number];
type Entry = Awaited<ReturnType<typeof libraryEntries>>[number];

export const getLibrary: Loader<'getLibrary'> = async ({ view, site }) => {
  const entries = await libraryEntries(view, view.caller.profileId);
  return { skills: entries.map((entry) => libraryRecord(entry, site)) };
};

export const libraryRecord = ({ row: _, approved, pending, ...entry }: Entry, site: Reading['site']): LibraryEntry => ({
  ...entry,
  approved,
  pending: pending && {
    ...pending,
    diff_url: approved ? diffUrl(entry.skill_id, { hash: approved.hash, other: pending.hash }, site) : '',
  },
});

/** Whose author holds no handle has no address; it is not pending either. */
function diffUrl(id: string, between: { hash: string; other: string }, { originUrl }: Reading['site']): string {
  const skill = skillId.parse(id);
  return skill ? originUrl + operationPath('getSkillVersionDiff', { ...skill, ...between }) : '';
}
