/** What a registry says of its transparency log. */
import { z } from 'zod';
import { RegistryError } from '../../../../origin/contract/clients/client.ts';
import { pages } from '../../../../origin/contract/pages.ts';
import { IntegrityError, readJson } from '../../sync/download/boundedBody.ts';
import type { Registry } from '../registry.ts';
import { answerAt, eitherOf } from './answers.ts';

const Head = z.object({ origin: z.string(), verifier: z.string(), statement: z.string().default('') });
const Discovery = z.object({ log: Head.extend({ history: z.array(Head) }).optional() });

/** Its name and key, and each that it had, from the first. */
export type ToldLog = NonNullable<z.output<typeof Discovery>['log']>;

const longest = 1024 * 1024;

/** Undefined of a registry without one: of an earlier release, or that has published nothing yet. */
export async function askForLog(registry: Registry): Promise<ToldLog | undefined> {
  const { path } = pages.registryDiscovery;
  try {
    // A mirror without it is no word of the registry.
    const answer = await eitherOf(registry, (base) => answerAt(registry, base + path));
    const told = Discovery.safeParse(await readJson(answer, longest));
    if (!told.success) throw new IntegrityError('what it says of its transparency log can’t be read');
    return told.data.log;
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}
