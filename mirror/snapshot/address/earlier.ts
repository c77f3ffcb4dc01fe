/** Where the files of the layout before this one are while they are taken over: not a name that anything has an address of. */
import { digitsOf } from '../../../origin/contract/grammar.ts';

export const earlierFolder = '_earlier';

/** A directory that only the layout before this one had: of any registry with a profile. */
export const earlierRecords = 'api/v1/profiles/';

export const earlierArchive = ({ author, slug, hash }: Record<'author' | 'slug' | 'hash', string>): string =>
  `${earlierFolder}/${author}/${slug}/v/${digitsOf(hash)}.tar.gz`;
