/** Whether a lock is what a manifest asks for, by the two alone. */
import { exitCodes, Failure } from '../failure.ts';
import { type Chosen, chosenOfLock } from './chosen.ts';
import type { LockFile } from './lockFile.ts';
import { type Manifest, wishOf } from './manifest.ts';
import { lockName, manifestName } from './project.ts';
import { fits } from './resolve.ts';

/** Errors: `Failure`, which names what differs. */
export function chosenFrom(manifest: Manifest, lock: LockFile | undefined): Chosen[] {
  if (!lock)
    throw new Failure(`There is no ${lockName}. Run install without --frozen once, and commit it.`, exitCodes.usage);
  const differences = differencesOf(manifest, lock);
  if (differences.length > 0) {
    const more = differences.length > 5 ? ` and ${differences.length - 5} more` : '';
    throw new Failure(
      `${lockName} is not what ${manifestName} asks for: ${differences.slice(0, 5).join('; ')}${more}. Nothing was changed.`,
    );
  }
  return chosenOfLock(lock);
}

function differencesOf(manifest: Manifest, lock: LockFile): string[] {
  const differences: string[] = [];
  if (manifest.registry !== lock.registry)
    differences.push(`the registry is ${manifest.registry}, locked at ${lock.registry}`);
  for (const [name, wish] of Object.entries(manifest.skills)) {
    const locked = lock.skills[name];
    if (!locked) differences.push(`${name} is not locked`);
    else if (!fits(wishOf(wish, [locked.version]), { hash: locked.hash, version_label: locked.version }))
      differences.push(`${name} is wanted as ${wish}, locked at ${locked.version}`);
  }
  const reasons = new Set([
    ...(manifest.kits ?? []).map((kit) => `kit ${kit}`),
    ...(manifest.authors ?? []).map((author) => `author ${author}`),
  ]);
  const given = new Set(Object.values(lock.skills).flatMap(({ from }) => from));
  for (const reason of reasons) if (!given.has(reason)) differences.push(`the ${reason} is not locked`);
  for (const [name, { from }] of Object.entries(lock.skills)) {
    const isWanted = from.some((reason) => reasons.has(reason)) || name in manifest.skills;
    if (!isWanted) differences.push(`${name} is locked, and nothing asks for it`);
  }
  return differences;
}
