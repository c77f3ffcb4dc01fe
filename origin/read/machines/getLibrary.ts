import { apiPrefix } from '../../contract/operations/row.ts';
import type { Output } from '../../contract/operations.ts';
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
  pending: pending && { ...pending, diff_url: approved ? diffUrl(entry.skill_id, approved, pending, site) : '' },
});

const diffUrl = (
  skillId: string,
  approved: { hash: string },
  pending: { hash: string },
  { originUrl }: Reading['site'],
): string =>
  `${originUrl}${apiPrefix}/skills/${skillId.replace(':', '/')}/versions/${approved.hash}/diff/${pending.hash}`;
