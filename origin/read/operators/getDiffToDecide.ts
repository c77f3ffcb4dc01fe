import { versionBefore } from '../../store/skills/versions.ts';
import { compared, nothing, sideOf } from '../compared.ts';
import { foundVersion } from '../found.ts';
import type { Loader } from '../reading.ts';

/** Against the version before it, in whatever state both are, or against nothing. Also `unavailable`: see `Comparer`. */
export const getDiffToDecide: Loader<'getDiffToDecide'> = async (reading, { author, slug, hash }) => {
  const { view, compare } = reading;
  const version = await foundVersion(view, { author, slug, hash });
  const known = await versionBefore(view.db, version.skill_id, version.number);
  const before = known && (await foundVersion(view, { author, slug, hash: known.hash }));
  if (!compare) throw new Error('Nothing is compared here.');
  const changes = await compared(
    compare,
    before ? await sideOf(reading, before) : nothing,
    await sideOf(reading, version),
  );
  return { from: before?.hash ?? null, ...changes };
};
