/** Labels of a lock, which anyone can write: the registry says which label a version has. */
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { Unreachable } from '../failure.ts';
import { skillReference } from '../reference.ts';
import { fromItsHost, skillRecord } from '../registry/reads.ts';
import type { Registry } from '../registry/registry.ts';
import { oneLine } from '../terminal/printable.ts';
import type { Locked } from './lockFile.ts';
import { lockName } from './project.ts';

/** In words that follow the skill's name; undefined where nothing is wrong, or the registry shows no such version. */
export async function labelProblem(registry: Registry, name: string, locked: Locked): Promise<string | undefined> {
  const { hash, version } = locked;
  try {
    const { versions } = await fromItsHost(registry, locked, (client) => skillRecord(client, skillReference(name)));
    const label = versions.find((one) => one.hash === hash)?.version_label;
    if (label === undefined || label === version) return undefined;
    return `it is ${oneLine(label)} at the registry, and ${lockName} says ${oneLine(version)}`;
  } catch (error) {
    if (error instanceof Unreachable || error instanceof RegistryError) return undefined;
    throw error;
  }
}
