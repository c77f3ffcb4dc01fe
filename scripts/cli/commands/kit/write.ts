/** `kit create`, `edit` and `delete`. */
import type { Category, Visibility } from '../../../../origin/contract/fields.ts';
import { type Context, exitCodes, Failure, type Outcome } from '../../context.ts';
import { kitReference } from '../../reference.ts';

export interface KitOptions {
  name?: string;
  description?: string;
  category?: Category;
  public?: true;
  private?: true;
}

export async function createKit(context: Context, kit: string, options: KitOptions): Promise<Outcome> {
  const { origin } = await context.registry();
  const { owner, slug } = kitReference(kit);
  const json = await origin.createKit({ body: { owner, slug, name: slug, ...fieldsOf(options) } });
  return {
    text: `Created ${json.id} (${json.visibility}). Next: skill-registry kit add ${json.id} <author>/<slug>`,
    json,
  };
}

export async function editKit(context: Context, kit: string, options: KitOptions): Promise<Outcome> {
  const body = fieldsOf(options);
  if (Object.keys(body).length === 0) {
    throw new Failure('Use at least one of --name, --description, --category, --public or --private.', exitCodes.usage);
  }
  const { origin } = await context.registry();
  const json = await origin.updateKit({ ...kitReference(kit), body });
  return { text: `Changed ${json.id} (version ${json.version}).`, json };
}

export async function deleteKit(context: Context, kit: string, options: { yes?: true }): Promise<Outcome> {
  const reference = kitReference(kit);
  const question = `Delete ${kit} with its subscriptions and keys? This can’t be undone.`;
  if (!options.yes && !(await context.terminal.confirm(question, false))) {
    throw new Failure(`${kit} was not deleted. Use --yes to delete it without asking.`, exitCodes.usage);
  }
  const { origin } = await context.registry();
  const json = await origin.deleteKit(reference);
  return { text: `Deleted ${json.id}. Its skills were not deleted.`, json };
}

function fieldsOf({ name, description, category, ...options }: KitOptions) {
  const visibility: Visibility | undefined = options.private ? 'private' : options.public ? 'public' : undefined;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(category && { category }),
    ...(visibility && { visibility }),
  };
}
