import { compared, sideOf } from '../compared.ts';
import { foundContent } from '../found.ts';
import type { Loader } from '../reading.ts';

/** `hash` is what one has, `other` what one would get. Also `unavailable`: see `Comparer`. */
export const getSkillVersionDiff: Loader<'getSkillVersionDiff'> = async (reading, { author, slug, hash, other }) => {
  // With each request: what was compared before may have been taken down since.
  const before = await foundContent(reading.view, { author, slug, hash });
  const after = await foundContent(reading.view, { author, slug, hash: other });
  if (!reading.compare) throw new Error('Nothing is compared here.');
  const changes = await compared(reading.compare, await sideOf(reading, before), await sideOf(reading, after));
  return { schema_version: 1, author, slug, from: hash, to: other, ...changes };
};
