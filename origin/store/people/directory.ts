/** People as the directory and the search show them: profiles with at least one skill the caller may see. */
import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Category } from '../../contract/fields.ts';
import type * as records from '../../contract/records.ts';
import { isPerson, listedSkills, unlistedOwnSkills, type View, visibleKits, visibleProfiles } from '../view.ts';
import { portraitPath } from './portraits.ts';

type Person = z.output<typeof records.Person>;

/** Profiles that have published something visible; with `categories`, something in one of these. */
export async function publishers(view: View, categories?: readonly Category[]) {
  const chosen = categories ? sql<SqlBool>`skills.category in (${sql.join(categories)})` : sql<SqlBool>`1 = 1`;
  const { db, caller } = view;
  // Asked for each profile: a list of all owners would look at every skill, to find a handful of people.
  const ofProfile = listedSkills(isPerson(caller) ? { db, caller: undefined } : view)
    .select('skills.id')
    .where(chosen)
    .where('skills.owner_id', '=', sql.ref<number>('profiles.id'));
  // As it stands, SQLite 3.52 would join it, and skip a profile's skills one by one where an offset skips the profile.
  const isPublisher = sql<SqlBool>`exists ${ofProfile} is true`;
  if (!isPerson(caller)) return visibleProfiles(view).where(isPublisher);
  const own = await unlistedOwnSkills(view).where(chosen).select('skills.owner_id').distinct().execute();
  const ids = own.map(({ owner_id }) => owner_id);
  return visibleProfiles(view).where((e) =>
    ids.length === 0 ? isPublisher : e.or([isPublisher, e('profiles.id', 'in', ids)]),
  );
}

type PeopleQuery = Awaited<ReturnType<typeof publishers>>;

export async function countPeople(people: PeopleQuery): Promise<number> {
  const { total } = await people.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

/** How many skills each of these has in each category, as far as the view shows them: a category may come twice. */
async function publishedBy(view: View, ids: readonly number[]) {
  const listed = listedSkills(isPerson(view.caller) ? { ...view, caller: undefined } : view)
    .where('skills.owner_id', 'in', ids)
    .groupBy(['skills.owner_id', 'skills.category'])
    .select((e) => ['skills.owner_id', 'skills.category', e.fn.countAll<number>().as('count')]);
  const own = unlistedOwnSkills(view)
    .where('skills.owner_id', 'in', ids)
    .groupBy(['skills.owner_id', 'skills.category'])
    .select((e) => ['skills.owner_id', 'skills.category', e.fn.countAll<number>().as('count')]);
  return [...(await listed.execute()), ...(isPerson(view.caller) ? await own.execute() : [])];
}

/** Whole directory records for selected people, in their order. */
export async function personRecords(view: View, people: PeopleQuery): Promise<Person[]> {
  const rows = await people
    .select(['profiles.id', 'handle', 'display_name', 'bio', 'kind', 'follower_count', 'profiles.created_at'])
    .execute();
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const skills = await publishedBy(view, ids);
  const kits = await visibleKits(view)
    .where('kits.owner_id', 'in', ids)
    .groupBy('kits.owner_id')
    .select((e) => ['kits.owner_id', e.fn.countAll<number>().as('count')])
    .execute();
  return rows.map((row) => {
    const published = skills.filter((group) => group.owner_id === row.id);
    const categories = [...new Set(published.map((group) => group.category))].sort();
    return {
      handle: row.handle ?? '',
      name: row.display_name,
      bio: row.bio,
      avatar_url: portraitPath(row.handle),
      kind: row.kind,
      followers: row.follower_count,
      public_skills: published.reduce((sum, group) => sum + group.count, 0),
      kits: kits.find((group) => group.owner_id === row.id)?.count ?? 0,
      categories,
      created_at: row.created_at,
    };
  });
}
