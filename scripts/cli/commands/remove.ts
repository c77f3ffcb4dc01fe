import { nameOf } from '../../../origin/contract/ids.ts';
import type { Context, Outcome } from '../context.ts';
import { skillReference } from '../reference.ts';

/** Takes a skill out of the library: the next sync of each device takes it away there. */
export async function remove(context: Context, name: string): Promise<Outcome> {
  const { origin } = await context.registry();
  const { author, slug } = skillReference(name);
  const removed = await origin.removeLibrarySkill({ author, slug });
  return { text: `Removed ${nameOf(removed.skill_id)} from your library. Next: skill-registry sync`, json: removed };
}
