/** `kit add`, `remove`, `subscribe` and `unsubscribe`. */
import type { Context, Outcome } from '../../context.ts';
import { fromEither, skillRecord } from '../../reads.ts';
import { chosenVersion, kitReference, skillReference } from '../../reference.ts';
import { plural } from '../../table.ts';

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
  const how = at ? `at ${at.version_label}` : 'following its latest version';
  return { text: `${author}/${slug} is in ${json.id}, ${how}.`, json };
}

export async function removeFromKit(context: Context, kit: string, skill: string): Promise<Outcome> {
  const { origin } = await context.registry();
  const { author, slug } = skillReference(skill);
  const json = await origin.removeKitSkill({ ...kitReference(kit), author, skill: slug });
  return { text: `${author}/${slug} is no longer in ${json.id}.`, json };
}

export async function subscribe(context: Context, kit: string): Promise<Outcome> {
  const { origin } = await context.registry();
  const json = await origin.subscribeToKit(kitReference(kit));
  const count = plural(json.subscriber_count, 'subscriber');
  return { text: `Your devices will hold what ${json.id} contains (${count}). Next: skill-registry sync`, json };
}

export async function unsubscribe(context: Context, kit: string): Promise<Outcome> {
  const { origin } = await context.registry();
  const json = await origin.unsubscribeFromKit(kitReference(kit));
  return { text: `Your devices no longer hold ${json.id}.`, json };
}
