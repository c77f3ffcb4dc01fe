/** Kits that the operator shows on the home page, in an order. */
import { ApiError } from '../../contract/errors.ts';
import { kitId } from '../../contract/ids.ts';
import type { Db, Engine } from '../engine/engine.ts';
import type { Act } from '../events/event.ts';
import { record } from '../events/record.ts';
import { type View, viewOf, visibleKits, visibleMembers } from '../view.ts';
import { type KitQuery, kitSummaries } from './kits.ts';

const mostFeatured = 12;

/**
 * Those that everyone sees. A kit is left out for as long as a skill in it is flagged, or nothing is in it: what is shown
 * here is recommended.
 */
export const featuredKits = (view: View) =>
  kitSummaries(view, (kits) =>
    inPlace(kits.where('kits.featured', '>', 0))
      .$call(recommendable(view))
      .limit(mostFeatured),
  );

const inPlace = (kits: KitQuery): KitQuery => kits.orderBy('kits.featured').orderBy('kits.id');

const recommendable = (view: View) => (kits: KitQuery) =>
  kits
    .where('kits.id', 'in', visibleMembers(view).select('kit_skills.kit_id'))
    .where(
      'kits.id',
      'not in',
      visibleMembers(view).where('skills.scan_status', '<>', 'clean').select('kit_skills.kit_id'),
    );

/**
 * Features these kits in this order, and no others. Errors: `invalid_parameter` for too many or a name that is none,
 * `kit_not_found` for one that not everyone sees.
 */
export async function featureKits(engine: Engine, db: Db, names: readonly string[], act: Act): Promise<void> {
  if (new Set(names).size > mostFeatured)
    throw new ApiError('invalid_parameter', `At most ${mostFeatured} kits can be featured.`);
  const ids: number[] = [];
  for (const name of new Set(names)) ids.push(await publicKit(engine, db, name));
  const rows = await db.selectFrom('kits').select(['id', 'featured']).where('featured', '>', 0).execute();
  const before = new Map(rows.map(({ id, featured }) => [id, featured]));
  for (const id of new Set([...ids, ...before.keys()])) {
    const featured = ids.indexOf(id) + 1;
    if (featured === (before.get(id) ?? 0)) continue;
    await db.updateTable('kits').set({ featured }).where('id', '=', id).execute();
    await record(db, { kind: 'kit.changed', kit: id, fields: ['featured'] }, act);
  }
}

async function publicKit(engine: Engine, db: Db, name: string): Promise<number> {
  const named = kitId.parse(name);
  if (!named) throw new ApiError('invalid_parameter', `"${name}" is not a kit. Write <owner>/<kit>.`);
  const kit = await visibleKits(viewOf(engine, undefined, db))
    .where('owner.handle', '=', named.owner)
    .where('kits.slug', '=', named.slug)
    .select('kits.id')
    .executeTakeFirst();
  if (!kit) throw new ApiError('kit_not_found', `There is no public kit ${name}.`);
  return kit.id;
}
