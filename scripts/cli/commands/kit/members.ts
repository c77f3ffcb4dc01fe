/** `kit add`, `remove`, `subscribe` and `unsubscribe`. */
import type { Context, Outcome } from '../../context.ts';
import { chosenVersion, kitReference, skillReference } from '../../reference.ts';
import { fromEither, skillRecord } from '../../registry/reads.ts';
import { plural } from '../../terminal/table.ts';

/** Puts a skill into a kit: following its latest version, or staying at the one that is named. */
export async function addToKit(context: Context, kit: string, skill: string): Promise<Outcome> {
  const registry = await context.registry();
  const { author, slug, wanted } = skillReference(skill);
  const at = wanted
    ? chosenVersion(await fromEither(registry, (client) => skillRecord(client, { author, slug })), wanted)
    : undefined;
  const json = await registry.origin.putKitSkill({
    ...kitReference(kit),
    author,
    skill: slug,
    body: at ? { hash: at.hash } : {},
  });
  const how = at ? `pinned to ${at.version_label}` : 'always its latest version';
  return { text: `Added ${author}/${slug} to ${json.id}, ${how}.`, json };
}

export async function removeFromKit(context: Context, kit: string, skill: string): Promise<Outcome> {
  const { origin } = await context.registry();
  const { author, slug } = skillReference(skill);
  const json = await origin.removeKitSkill({ ...kitReference(kit), author, skill: slug });
  return { text: `Removed ${author}/${slug} from ${json.id}.`, json };
}

export async function subscribe(context: Context, kit: string): Promise<Outcome> {
  const { origin } = await context.registry();
  const json = await origin.subscribeToKit(kitReference(kit));
  const count = plural(json.subscriber_count, 'subscriber');
  return { text: `Subscribed to ${json.id} (${count}). Next: skill-registry sync`, json };
}

export async function unsubscribe(context: Context, kit: string): Promise<Outcome> {
  const { origin } = await context.registry();
  const json = await origin.unsubscribeFromKit(kitReference(kit));
  return { text: `Unsubscribed from ${json.id}.`, json };
}
