/** Kits that the operator shows on the home page, in an order. */
import { ApiError } from '../../contract/errors.ts';
import { kitId } from '../../contract/grammar/ids.ts';
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

/** Those that are featured, by their names, also while they are left out of the page. */
export async function featuredNames(db: Db): Promise<string[]> {
  return (await featuredRows(db)).map(({ name }) => name);
}

async function featuredRows(db: Db) {
  const rows = await db
    .selectFrom('kits')
    .innerJoin('profiles as owner', 'owner.id', 'kits.owner_id')
    .select(['kits.id', 'kits.slug', 'kits.featured', 'owner.handle'])
    .where('kits.featured', '>', 0)
    .orderBy('kits.featured')
    .execute();
  return rows.map(({ slug, handle, ...row }) => ({ ...row, name: kitId.format({ owner: handle ?? '', slug }) }));
}

/**
 * Features these kits in this order, and no others. Errors: `invalid_parameter` for a name that is none, `conflict` for too
 * many, `kit_not_found` for one that not everyone sees, unless it is featured already.
 */
export async function featureKits(engine: Engine, db: Db, names: readonly string[], act: Act): Promise<void> {
  if (new Set(names).size > mostFeatured)
    throw new ApiError('conflict', `At most ${mostFeatured} kits can be featured. Remove one first.`);
  const before = new Map((await featuredRows(db)).map((row) => [row.name, row]));
  const places = new Map<string, number>([...before.keys()].map((name) => [name, 0]));
  for (const [index, name] of [...new Set(names)].entries()) places.set(name, index + 1);
  for (const [name, featured] of places) {
    const known = before.get(name);
    const kit = known?.id ?? (await publicKit(engine, db, name));
    if (featured === (known?.featured ?? 0)) continue;
    await db.updateTable('kits').set({ featured }).where('id', '=', kit).execute();
    if (featured > 0 && known) await record(db, { kind: 'kit.changed', kit, fields: ['featured'] }, act);
    else await record(db, { kind: featured > 0 ? 'kit.featured' : 'kit.unfeatured', kit, name }, act);
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
