/**
 * Addresses of skills' files for the skills extension (SEP-2640): `skill://<author>/<slug>/<path>`. The extension wants
 * the folder to be called as the frontmatter's name; where that is not the slug, it stands below it. A name that the
 * extension does not take has no folder: the skill's files can be read, and it is in no list of the extension.
 */
import { skillFile } from '../bundle/paths.ts';
import { type SkillName, skillUri } from '../contract/grammar/ids.ts';
import type { KitEntry } from './kit.ts';

type Named = Pick<KitEntry, 'author' | 'slug' | 'name'>;

const extensionName = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The folder of a skill, without a slash at its end. */
function rootUri({ author, slug, name }: Named): string {
  const root = skillUri.format({ author, slug });
  return name !== slug && extensionName.test(name) ? `${root}/${name}` : root;
}

/** Whether the skills extension can name it. */
export const isListable = ({ name }: Named): boolean => extensionName.test(name);

export const fileUri = (entry: Named, path: string): string =>
  `${rootUri(entry)}/${path.split('/').map(encodeURIComponent).join('/')}`;

export const manifestUri = (entry: Named): string => fileUri(entry, skillFile);

/** The path in the bundle that an address names; undefined for one of elsewhere. */
export function pathIn(entry: Named, uri: string): string | undefined {
  const root = `${rootUri(entry)}/`;
  if (!uri.startsWith(root)) return undefined;
  try {
    return decodeURIComponent(uri.slice(root.length));
  } catch {
    return undefined;
  }
}

/** The skill that an address may be of: its scheme, an empty authority and two names come before a file. */
export const skillIn = (uri: string): SkillName | undefined => skillUri.parse(uri.split('/', 4).join('/'));
