import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Context, Outcome } from '../context.ts';
import { chosenVersion, skillReference } from '../reference.ts';
import { fromEither, skillRecord } from '../registry/reads.ts';
import { oneLine } from '../terminal/printable.ts';

/**
 * Approves a skill for the person's devices: the version that was named, which then stays, else the latest one, which
 * stays no longer if it did.
 */
export async function add(context: Context, name: string, options: { auto?: boolean }): Promise<Outcome> {
  const registry = await context.registry();
  const { author, slug, wanted } = skillReference(name);
  const isPinned = wanted !== undefined && wanted !== 'latest';
  const hash = isPinned
    ? chosenVersion(await fromEither(registry, (client) => skillRecord(client, { author, slug })), wanted).hash
    : undefined;
  const body = {
    ...(hash ? { hash } : { pinned: false }),
    ...(options.auto !== undefined && { auto_approve: options.auto }),
  };
  const entry = await registry.origin.putLibrarySkill({ author, slug, body });
  const { skill_id, approved, auto_approve } = entry;
  const later = isPinned ? '; it stays on this version' : auto_approve ? '; it updates automatically' : '';
  const label = oneLine(approved?.version_label ?? '');
  return {
    text: `Approved ${nameOf(skill_id)} ${label}${later}. Next: skill-registry sync`,
    json: entry,
  };
}
