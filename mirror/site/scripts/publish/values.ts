/** The fields of a publish show what will hold: of a skill that is there its own values, until the person chooses others. */
import type { JsonBody, Output } from '../../../../origin/contract/operations.ts';
import { part, refill, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';

export type Known = Output<'getSkill'>;

const form = part<HTMLFormElement>('publish');
/** Fields that the person filled in. */
const touched = new Set<string>();
let known: Known | undefined;
let named = '';

form.addEventListener('input', ({ target }) => {
  const { name, value } = target as HTMLInputElement;
  if (value === '') touched.delete(name);
  else touched.add(name);
  // A label is of one skill.
  if ((name === 'owner' || name === 'slug') && !touched.has('version_label')) refill(form, { version_label: '' });
});

/** Another folder has a label of its own. */
export function forgetLabel(): void {
  touched.delete('version_label');
  refill(form, { version_label: '' });
}

/** What there is under the name that the form has; undefined where the publish makes it. */
export async function knownSkill(data: FormData): Promise<Known | undefined> {
  const [author = '', slug = ''] = ['owner', 'slug'].map((name) => textIn(data, name));
  known = await call('getSkill', { author, slug }).catch(() => undefined);
  if (named !== `${author}/${slug}`) for (const name of ['category', 'visibility']) touched.delete(name);
  named = `${author}/${slug}`;
  // Of one that is made here, the registry suggests the category.
  const { category = '', visibility = 'public' } = known ?? {};
  const given = { category, visibility };
  for (const [name, value] of Object.entries(given)) if (!touched.has(name)) refill(form, { [name]: value });
  return known;
}

type Options = Pick<JsonBody<'publishSkillVersion'>, 'version_label' | 'category' | 'visibility'>;

/** What is asked for with the publish: what says something else than the skill does. */
export function optionsIn(): Options {
  const data = new FormData(form);
  const other = <K extends 'category' | 'visibility'>(name: K): Options[K] => {
    const value = textIn(data, name);
    return value === known?.[name] || value === '' ? undefined : (value as Options[K]);
  };
  return {
    version_label: textIn(data, 'version_label') || undefined,
    category: other('category'),
    visibility: other('visibility'),
  };
}

/** The category that the registry suggests where nobody chose one. Says whether it stands there. */
export function suggestCategory(category: Known['category'] | undefined): boolean {
  if (!category || touched.has('category')) return false;
  refill(form, { category });
  return true;
}

/** The label that the registry answered, where the person wrote none. */
export function suggestLabel(label: string): void {
  if (!touched.has('version_label')) refill(form, { version_label: label });
}

/** `1.2.3` after `1.2.2`, `v4` after `v3`; empty after what has no last number. */
export const labelAfter = (label: string): string =>
  /\d$/.test(label) ? label.replace(/\d+$/, (last) => String(Number(last) + 1)) : '';
