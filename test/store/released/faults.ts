/** What is wrong in a store that was brought to the newest schema: a sentence for each; none where nothing is. */

import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '../../../origin/store/engine/engine.ts';
import { isInSight } from '../../../origin/store/events/audience.ts';
import { listed, secondsOfDay, shown } from '../../../origin/store/schema/indexing.ts';
import { isReadable } from '../../../origin/store/view.ts';
import type { EngineName } from '../../engines.ts';
import { makeTextIndexes, wordsOf } from '../textIndexes.ts';
import { everyRow, type Rows } from './fixtures.ts';

/** `before` is what it held then. */
export async function faultsOf(name: EngineName, engine: Engine, before: Rows): Promise<string[]> {
  const faults = lost(before, await everyRow(engine));
  for (const [what, query] of Object.entries({ ...derived, ...given(before) }))
    for (const row of (await query.execute(engine.db)).rows) faults.push(`${what}: ${JSON.stringify(row)}`);
  if (name === 'sqlite') {
    const words = await wordsOf(engine);
    await engine.write((db: Db) => makeTextIndexes(db));
    if (!isDeepStrictEqual(words, await wordsOf(engine))) faults.push('A text index is other than one made again.');
  }
  return faults;
}

/** Rows that are no longer there, or say something else, in the columns that there still are. */
function lost(before: Rows, after: Rows): string[] {
  const counted = /_totals$|^schema_version$/;
  // Programs before step 17 showed versions that were not read whole.
  const unread = (before.get('versions') ?? [])
    .filter((row) => row['scan_status'] === 'incomplete')
    .map(({ id }) => id);
  const isHeld = (row: Record<string, unknown>) =>
    unread.includes(row['latest_version_id']) || ('shown' in row && unread.includes(row['version_id']));
  return [...before].flatMap(([table, rows]) => {
    if (counted.test(table)) return [];
    const now = after.get(table) ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter((column) => now[0] && column in now[0]);
    const textOf = (row: Record<string, unknown>) => JSON.stringify(columns.map((column) => row[column]));
    const there = new Set(now.map(textOf));
    const kept = rows.filter((row) => !isHeld(row));
    return kept.filter((row) => !there.has(textOf(row))).map((row) => `${table} lost ${JSON.stringify(row)}`);
  });
}

type Wrong = Record<string, RawBuilder<unknown>>;

const holders = sql.raw(`(select id, case when ${shown('profiles')} then 1 else 0 end as shown from profiles)`);

/** Where the totals that are kept differ from a count of the rows. */
function totals(table: string, groups: string, rows: string): RawBuilder<unknown> {
  const [columns, of] = [groups.replaceAll(/\S+ as /g, ''), groups.replaceAll(/ as \w+/g, '')];
  const kept = `select ${columns}, total from ${table}`;
  const counted = `select ${groups}, count(*) as total from ${rows} group by ${of}`;
  return sql.raw(`select 'kept' as side, t.* from (${kept} except ${counted}) as t
    union all select 'counted' as side, t.* from (${counted} except ${kept}) as t`);
}

/** What lists are read off, and where it is from. */
const ofLists = 'select id, facets, slug, install_count, downloads_7d, latest_at';
const inLists = `skills where ${listed('skills')}`;

/** Columns and rows that follow from others. */
const derived: Wrong = {
  owner_shown: sql`select skills.id from skills join ${holders} as owner on owner.id = owner_id
    where owner_shown <> owner.shown`,
  'library.shown': sql`select skill_id, profile_id from library join ${holders} as holder on holder.id = profile_id
    where library.shown <> holder.shown`,
  'activity.shown': sql`select activity.id from activity where shown <> case when ${isInSight} then 1 else 0 end`,
  'an event of the feed that the log lacks': sql`select activity.id from activity
    join profiles as owner on owner.id = activity.actor_id left join skills on skills.id = activity.skill_id
    left join versions on versions.id = activity.version_id left join kits on kits.id = activity.kit_id
    where activity.shown = 1 and not exists (select 1 from events where public = 1 and lasting = 1 and case activity.kind
      when 'publish' then events.kind = 'version.published' and subject = owner.handle || ':' || skills.slug || '@' || versions.hash
      when 'kit' then events.kind = 'kit.created' and subject = owner.handle || '/' || kits.slug
      else events.kind = 'handle.claimed' and subject = owner.handle end)`,
  'a skill that shows what is held': sql`select skills.id from skills join versions on versions.id = latest_version_id
    where not ${isReadable('versions')}`,
  'a skill that tells of a version that is held': sql`select skills.id from skills
    join versions as latest on latest.id = latest_version_id join versions as held on held.skill_id = skills.id
    where held.scan_status = 'incomplete' and (skills.description <> latest.description
      or skills.tokens || ' ' like '%long%')`,
  'a version that was not read whole and that no action holds': sql`select versions.id from versions
    join scans on scans.version_id = versions.id where scans.status = 'incomplete' and versions.withdrawn_at is null
    and not exists (select 1 from moderation_actions where action = 'hold' and target_kind = 'version' and target_id = versions.id)`,
  'what a skill says of its latest version': sql`select skills.id from skills
    join versions on versions.id = latest_version_id
    where skills.signature_status <> versions.signature_status or skills.scan_status <> versions.scan_status`,
  'when the latest version of a skill came': sql`select skills.id from skills
    join versions on versions.id = latest_version_id where latest_at <> published_at`,
  'a report with findings that names neither the worst of them nor their rules': sql`select version_id from scans
    where (findings <> '[]') <> (worst > 0) or (findings <> '[]') <> (rules like ',%,')`,
  skill_totals: totals('skill_totals', 'category, signature_status, scan_status', `skills where ${listed('skills')}`),
  listed_skills: sql`select * from (${sql.raw(ofLists)} from listed_skills except ${sql.raw(ofLists)} from ${sql.raw(inLists)}) as more
    union all select * from (${sql.raw(ofLists)} from ${sql.raw(inLists)} except ${sql.raw(ofLists)} from listed_skills) as missing`,
  'a listed skill whose row no change tells of': sql`select id from listed_skills
    where id not in (select skill_id from listed_changes)`,
  'facet_totals of all': totals("(select * from facet_totals where tag = '') as kept", 'facets', inLists),
  author_totals: totals('author_totals', 'owner_id', `skills where ${listed('skills')}`),
  user_totals: totals('user_totals', 'skill_id', 'library where shown = 1'),
  activity_totals: totals('activity_totals', `created_at/${secondsOfDay} as day, kind`, 'activity where shown = 1'),
  ownerless: sql`select id from profiles where kind = 'team' and ownerless = case when exists (
    select 1 from team_members join ${holders} as holder on holder.id = member_id
    where team_id = profiles.id and role = 'owner' and holder.shown = 1) then 1 else 0 end`,
};

/** What follows from columns that were there before. */
function given(before: Rows): Wrong {
  const had = (table: string, column: string) => column in (before.get(table)?.[0] ?? {});
  const newest = Math.max(...(before.get('changes') ?? []).map(({ seq }) => Number(seq)));
  return {
    ...(!had('scans', 'status') && {
      'what the scanner said': sql`select version_id from scans join versions on versions.id = version_id
        where status <> scan_status`,
    }),
    ...(!had('profiles', 'ownerless') && {
      'a team without an owner that the mirror does not hear of': sql`select id from profiles where ownerless = 1
        and not exists (select 1 from changes where seq > ${newest} and kind = 'profile' and entity_id = profiles.id)`,
    }),
    ...(!had('scans', 'unread') && {
      'a version that is held, which the mirror does not hear of': sql`select versions.id from versions
        join scans on scans.version_id = versions.id where scans.status = 'incomplete' and withdrawn_at is null
        and not exists (select 1 from changes where seq > ${newest} and kind = 'skill' and entity_id = skill_id)`,
    }),
    ...(!had('tokens', 'proved_at') && {
      'when a person proved themselves': sql`select id from tokens
        where coalesce(proved_at, 0) <> case in_browser when 1 then created_at else 0 end`,
    }),
  };
}
