/** `skills-lock.json`, which `npx skills` writes into a project: what of it is from this registry can be taken over. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import { Failure } from '../failure.ts';
import { kitReference } from '../reference.ts';
import { fromEither } from '../registry/reads.ts';
import type { Registry } from '../registry/registry.ts';
import type { Project } from './project.ts';
import { named } from './resolve.ts';

export const skillsLockName = 'skills-lock.json';

const SkillsLock = z.object({
  version: z.literal(1),
  skills: z.record(z.string(), z.object({ sourceType: z.string(), sourceUrl: z.string().optional() })),
});

/**
 * Names of the skills in it that are from this registry, and how many are not. Undefined where there is no such file.
 * Errors: `Failure` where it can't be read, or names what is not at the registry.
 */
export async function skillsLockIn(
  { root }: Project,
  registry: Registry,
): Promise<{ names: string[]; others: number } | undefined> {
  const text = await readFile(join(root, skillsLockName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { skills } = parsed(text);
  const names: string[] = [];
  for (const [folder, { sourceType, sourceUrl }] of Object.entries(skills)) {
    const isHere = [registry.mirrorUrl, registry.originUrl].some((url) => sourceUrl?.startsWith(`${url}/`));
    if (sourceType === 'well-known' && sourceUrl && isHere) names.push(await nameIn(registry, sourceUrl, folder));
  }
  return { names: names.sort(), others: Object.keys(skills).length - names.length };
}

function parsed(text: string): z.output<typeof SkillsLock> {
  try {
    return SkillsLock.parse(JSON.parse(text));
  } catch {
    throw new Failure(`${skillsLockName} can’t be read: it is not the lock file of npx skills, version 1.`);
  }
}

/** The address may be an author's or a kit's, of which this is one skill: the folder is named as its slug. */
async function nameIn(registry: Registry, sourceUrl: string, folder: string): Promise<string> {
  const found = await named(registry, sourceUrl);
  if (found.kind === 'skill') return found.name;
  if (found.kind === 'author') return `${found.name}/${folder}`;
  const { skills } = await fromEither(registry, (client) => client.getKitByHandle(kitReference(found.name)));
  const member = skills.map(({ skill_id }) => nameOf(skill_id)).find((name) => name.endsWith(`/${folder}`));
  if (member) return member;
  throw new Failure(`${skillsLockName} names ${folder} of the kit ${found.name}, which has no such skill.`);
}
