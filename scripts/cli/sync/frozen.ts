/** `skill-registry.lock`: what was approved once, to be had again exactly (sync --lock, sync --frozen). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Hash } from '../../../origin/contract/fields.ts';
import { exitCodes, Failure } from '../failure.ts';
import type { Approved } from './manifest.ts';
import { replaceFile } from './store/durable.ts';

const lockFileName = 'skill-registry.lock';

const LockFileRecord = z.object({
  lock_version: z.literal(1),
  skills: z.array(z.object({ skill_id: z.string(), hash: Hash, version_label: z.string() })),
});

export type LockFile = z.output<typeof LockFileRecord>;

/** Errors: `Failure` where it is missing or can't be read. */
export async function readLockFile(folder: string): Promise<LockFile> {
  const file = join(folder, lockFileName);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Failure(`There is no ${file}. Write one with \`skill-registry sync --lock\`.`, exitCodes.usage);
  });
  try {
    return LockFileRecord.parse(JSON.parse(text));
  } catch {
    throw new Failure(`${file} can’t be read. Write it again with \`skill-registry sync --lock\`.`);
  }
}

/** Returns the file's path. */
export async function writeLockFile(folder: string, approved: readonly Approved[]): Promise<string> {
  const skills = approved.map(({ skill_id, hash, version_label }) => ({ skill_id, hash, version_label }));
  const lock: LockFile = { lock_version: 1, skills };
  const file = join(folder, lockFileName);
  await replaceFile(file, `${JSON.stringify(lock, null, 2)}\n`, `${file}.${process.pid}`);
  return file;
}

/** Errors: `Failure`, which names what differs. */
export function checkFrozen(lock: LockFile | undefined, approved: readonly Approved[]): void {
  if (!lock) return;
  const locked = new Map(lock.skills.map(({ skill_id, hash }) => [skill_id, hash]));
  const now = new Map(approved.map(({ skill_id, hash }) => [skill_id, hash]));
  const differences = [...new Set([...locked.keys(), ...now.keys()])].sort().flatMap((skillId) => {
    const [was, is] = [locked.get(skillId), now.get(skillId)];
    if (was === is) return [];
    return [`${skillId} is ${!is ? 'no longer approved' : !was ? 'not in the lock file' : `${is}, locked at ${was}`}`];
  });
  if (differences.length === 0) return;
  const more = differences.length > 5 ? ` and ${differences.length - 5} more` : '';
  throw new Failure(
    `The approved versions differ from ${lockFileName}: ${differences.slice(0, 5).join('; ')}${more}. Nothing was changed.`,
  );
}
