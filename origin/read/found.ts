/** The look-ups that most loaders begin with: what is asked for, or its code. */
import { ApiError } from '../contract/errors.ts';
import { isReadable } from '../contract/subjects/scanned.ts';
import { heldWords } from '../contract/words/scan.ts';
import { remembered } from '../store/memory.ts';
import { findProfile } from '../store/people/people.ts';
import type { ProfileRow, VersionFileRow, VersionRow } from '../store/schema/tables.ts';
import { reportOf } from '../store/skills/scans/scans.ts';
import { type FoundSkill, findSkill, findVersion, findWithheld, newestVersion } from '../store/skills/skills.ts';
import { filesOf } from '../store/skills/versions.ts';
import { addressableSkills, type View } from '../store/view.ts';

/** Errors: `skill_not_found`. */
export async function foundSkill(view: View, author: string, slug: string): Promise<FoundSkill> {
  const skill = await shownSkill(view, author, slug);
  if (!skill) throw new ApiError('skill_not_found', `There is no skill ${author}/${slug}.`);
  return skill;
}

/** The same, and for its owners also one of which no version may be read. Errors: `skill_not_found`. */
export async function foundRecord(view: View, author: string, slug: string): Promise<FoundSkill> {
  const skill = (await shownSkill(view, author, slug)) ?? (await findWithheld(view, author, slug));
  if (!skill) throw new ApiError('skill_not_found', `There is no skill ${author}/${slug}.`);
  return skill;
}

/** A skill whose latest version may be read. Errors: `skill_not_found`; where none is left, what refuses the newest. */
export async function foundReadable(view: View, author: string, slug: string): Promise<FoundSkill> {
  const skill = await shownSkill(view, author, slug);
  if (skill) return skill;
  const addressed = await addressedSkill(view, author, slug);
  const newest = addressed && (await newestVersion(view, addressed.id));
  if (newest) throw await refusalOf(view, newest, `No version of ${author}/${slug} is available: the latest`);
  return foundSkill(view, author, slug);
}

const shownSkill = (view: View, author: string, slug: string): Promise<FoundSkill | undefined> =>
  remembered(view.memory, `skill ${author}/${slug}`, () => findSkill(view, author, slug));

interface VersionAddress {
  author: string;
  slug: string;
  hash: string;
}

/** A version whether its content may be read or not. Errors: `skill_not_found`, `version_not_found`. */
export const foundVersion = (view: View, at: VersionAddress): Promise<VersionRow> =>
  remembered(view.memory, `version ${at.author}/${at.slug}@${at.hash}`, () => lookedUp(view, at));

async function lookedUp(view: View, at: VersionAddress): Promise<VersionRow> {
  const skill = await addressedSkill(view, at.author, at.slug);
  if (!skill) throw new ApiError('skill_not_found', `There is no skill ${at.author}/${at.slug}.`);
  const version = await findVersion(view, skill.id, at.hash);
  if (!version) throw new ApiError('version_not_found', `${at.author}/${at.slug} has no version ${at.hash}.`);
  return version;
}

const addressedSkill = (view: View, author: string, slug: string): Promise<{ id: number } | undefined> =>
  remembered(view.memory, `addressed ${author}/${slug}`, () =>
    addressableSkills(view)
      .where('owner.handle', '=', author)
      .where('skills.slug', '=', slug)
      .select('skills.id')
      .executeTakeFirst(),
  );

/** A version whose content may be read. Errors: those of `foundVersion`, `version_quarantined`, `version_held`. */
export async function foundContent(view: View, at: VersionAddress): Promise<VersionRow> {
  const version = await foundVersion(view, at);
  if (!isReadable(version.scan_status)) throw await refusalOf(view, version, `${at.hash} of ${at.author}/${at.slug}`);
  return version;
}

async function refusalOf({ db }: View, { id, scan_status }: VersionRow, what: string): Promise<ApiError> {
  if (scan_status !== 'incomplete') return new ApiError('version_quarantined', `${what} is quarantined.`);
  const { unread } = await reportOf(db, id);
  return new ApiError('version_held', `${what} is ${heldWords(unread)}`);
}

/** A version's files, in manifest order. Errors: `version_not_found`, where it was withdrawn since its row was read. */
export async function foundFiles(view: View, { id, hash }: VersionRow): Promise<VersionFileRow[]> {
  const files = await remembered(view.memory, `files ${id}`, () => filesOf(view.db, id));
  // Every version has a SKILL.md.
  if (files.length === 0) throw new ApiError('version_not_found', `The version ${hash} was withdrawn.`);
  return files;
}

/** Errors: `profile_not_found`. */
export async function foundProfile(view: View, handle: string): Promise<ProfileRow> {
  const profile = await findProfile(view, handle);
  if (!profile) throw new ApiError('profile_not_found', `Nobody has the handle "${handle}".`);
  return profile;
}
