/** The caller's library, as the commands of approval read and change it. */
import { skillId } from '../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { Failure } from '../failure.ts';
import { namesIn, skillReference } from '../reference.ts';
import type { Registry } from './registry.ts';

export type LibraryEntry = Output<'getLibrary'>['skills'][number];
export type Waiting = LibraryEntry & { pending: NonNullable<LibraryEntry['pending']> };

/** Entries with a version that waits for approval; of the named skills only, if any are. Errors: `Failure`. */
export async function waitingEntries({ origin }: Registry, names: readonly string[]): Promise<Waiting[]> {
  const { skills } = await origin.getLibrary({});
  const isWaiting = (entry: LibraryEntry): entry is Waiting => entry.pending !== null;
  if (names.length === 0) return skills.filter(isWaiting);
  return names.map((name) => entryNamed(skills, name)).filter(isWaiting);
}

/** The entry of a skill. Errors: `Failure`. */
export async function libraryEntry({ origin }: Registry, name: string): Promise<LibraryEntry> {
  return entryNamed((await origin.getLibrary({})).skills, name);
}

function entryNamed(skills: readonly LibraryEntry[], name: string): LibraryEntry {
  const named = skillId.format(skillReference(name));
  const entry = skills.find(({ skill_id }) => skill_id === named);
  if (!entry) throw new Failure(`${name} is not in your library. To approve it: skill-registry add ${name}`);
  return entry;
}

/** What the scan of the waiting version says of it. */
export const reportOf = ({ origin }: Registry, { skill_id, pending }: Waiting) =>
  origin.getSkillVersionScan({ ...namesIn(skill_id), hash: pending.hash });

/** What the waiting version changes; undefined where nothing is approved to compare it with. */
export async function changesOf({ origin }: Registry, { skill_id, approved, pending }: Waiting) {
  if (!approved) return undefined;
  return origin.getSkillVersionDiff({ ...namesIn(skill_id), hash: approved.hash, other: pending.hash });
}

/** `v1 → v2` of what waits. */
export const step = ({ approved, pending }: Waiting): string =>
  `${approved ? `${approved.version_label} → ` : ''}${pending.version_label}`;
