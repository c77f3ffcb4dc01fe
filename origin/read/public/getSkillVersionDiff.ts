import { planOf } from '../../bundle/compare/plan.ts';
import type { VersionFileRow, VersionRow } from '../../store/schema/tables.ts';
import { reportOf } from '../../store/skills/scans.ts';
import { foundContent, foundFiles } from '../found.ts';
import type { Loader, Reading } from '../reading.ts';
import { asksOf } from './asks.ts';

/** `hash` is what one has, `other` what one would get. Also `unavailable`: see `Comparer`. */
export const getSkillVersionDiff: Loader<'getSkillVersionDiff'> = async (reading, { author, slug, hash, other }) => {
  // With each request: what was compared before may have been taken down since.
  const before = await foundContent(reading.view, { author, slug, hash });
  const after = await foundContent(reading.view, { author, slug, hash: other });
  if (!reading.compare) throw new Error('Nothing is compared here.');
  const { files } = await reading.compare(before.hash, after.hash, () => contentsOf(reading, before, after));
  const [had, has] = [await reportOf(reading.view.db, before.id), await reportOf(reading.view.db, after.id)];
  const asks = asksOf(had.capabilities, has.capabilities);
  return {
    schema_version: 1,
    author,
    slug,
    from: hash,
    to: other,
    files,
    asks: { ...asks, token_count: after.token_count - before.token_count },
    complete: asks.complete && files.every(({ omitted }) => !omitted),
  };
};

async function contentsOf({ view, blob }: Reading, before: VersionRow, after: VersionRow) {
  const { changes } = planOf(await foundFiles(view, before), await foundFiles(view, after));
  const read = async ({ path, hash }: Pick<VersionFileRow, 'path' | 'hash'>) => ({ path, bytes: await blob(hash) });
  return {
    changes: await Promise.all(
      changes.map(async ({ before, after, ...change }) => ({
        ...change,
        ...(before && { before: await read(before) }),
        ...(after && { after: await read(after) }),
      })),
    ),
  };
}
