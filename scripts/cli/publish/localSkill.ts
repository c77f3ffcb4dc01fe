/** A skill in a folder, read as the registry reads it. */
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { checkSlug } from '../../../origin/contract/grammar/names.ts';
import { readSkill, type Skill } from '../../../origin/scan/reader/skill.ts';
import { type LeftOut, packFolder } from '../../packing/packFolder.ts';
import { exitCodes, Failure } from '../failure.ts';

export interface LocalSkill {
  /** Absolute. */
  folder: string;
  slug: string;
  skill: Skill;
  /** What the folder has beyond that. */
  leftOut: LeftOut;
}

/**
 * The skill of a folder, named by the folder unless a slug is given. Throws `ApiError` with what the registry would
 * refuse it for, and `Failure` (usage) where there is no such folder.
 */
export async function readLocalSkill(workingDirectory: string, path = '.', slug?: string): Promise<LocalSkill> {
  const folder = resolve(workingDirectory, path);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Failure(`There is no folder ${folder}.`, exitCodes.usage);
  const name = slug ?? basename(folder);
  const { files, leftOut } = await packFolder(folder);
  checkSlug(name);
  return { folder, slug: name, skill: await readSkill(files, name), leftOut };
}
