/** The layout before this one, and where its files are set aside: below a name that nothing has an address of. */
import { digitsOf } from '../../../origin/contract/grammar/grammar.ts';

export const earlierFolder = '_earlier';

/** A directory that only the layout before this one had: of any registry with a profile. */
export const earlierRecords = 'api/v1/profiles/';

/** Where an archive of that layout is, before it is set aside and after that. */
export function earlierArchives({ author, slug, hash }: Record<'author' | 'slug' | 'hash', string>): string[] {
  const archive = `${author}/${slug}/v/${digitsOf(hash)}.tar.gz`;
  return [archive, `${earlierFolder}/${archive}`];
}
