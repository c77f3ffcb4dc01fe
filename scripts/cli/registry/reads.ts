/** Reads: at the mirror, which goes on when the origin is down; what only its owner may see, at the origin. */
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import type { Client } from '../../../origin/contract/clients/createClient.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { Unreachable } from '../context.ts';
import type { Registry } from './registry.ts';

/** What the mirror answers; where it has nothing or is away, what the origin answers a person who is signed in. */
export async function fromEither<T>(registry: Registry, read: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await read(registry.mirror);
  } catch (error) {
    const isMissing = error instanceof RegistryError && error.status === 404;
    if (!(isMissing || error instanceof Unreachable) || !registry.isSignedIn) throw error;
    try {
      return await read(registry.origin);
    } catch (another) {
      throw another instanceof Unreachable ? error : another;
    }
  }
}

/** The same, but of what is private the origin alone is asked: the mirror need not learn its name. */
export const fromItsHost = <T>(
  registry: Registry,
  of: { private?: true | undefined } | undefined,
  read: (client: Client) => Promise<T>,
): Promise<T> => (of?.private ? read(registry.origin) : fromEither(registry, read));

/** A skill's record, of deprecated ones too: their 410 carries it. */
export async function skillRecord(
  client: Client,
  skill: { author: string; slug: string },
): Promise<Output<'getSkill'>> {
  try {
    return await client.getSkill(skill);
  } catch (error) {
    const isRecord = error instanceof RegistryError && error.code === 'skill_deprecated' && 'versions' in error.body;
    if (!isRecord) throw error;
    const { error: _, code, message, statusCode, docs, ...record } = error.body;
    return record as Output<'getSkill'>;
  }
}
