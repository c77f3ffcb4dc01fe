/** A person's library: which skills their devices run, at which approved version, and what waits for approval. */

import { type SqlBool, sql } from 'kysely';
import { skillId } from '../../contract/grammar/ids.ts';
import { skillSummariesById } from '../skills/skills.ts';
import { isReadable, type View, visibleSkills } from '../view.ts';

interface NamedVersion {
  hash: string;
  version_label: string;
}

/** The entries of a person's library, by skill_id; with `slug`, those of skills of that name. */
export async function libraryEntries(view: View, profileId: number, slug?: string) {
  const rows = await libraryRows(view, profileId)
    .$if(slug !== undefined, (entries) => entries.where('skills.slug', '=', slug ?? ''))
    .execute();
  const summaries = await skillSummariesById(
    view,
    rows.filter((row) => row.seen).map((row) => row.skill_id),
  );
  return rows.map((row) => entryOf(row, summaries)).sort((a, b) => (a.skill_id < b.skill_id ? -1 : 1));
}

/** A person's entry of one skill; undefined where there is none. */
export const libraryEntry = async (view: View, profileId: number, skill: { id: number; slug: string }) =>
  (await libraryEntries(view, profileId, skill.slug)).find(({ row }) => row === skill.id);

/** What waits for approval; at most `limit` of it, in the order that it was taken in. */
export const pendingVersions = (view: View, profileId: number, limit: number) =>
  entriesOf(view, profileId)
    .where(waits)
    .where(isSeen(view))
    .select(['owner.handle as author', 'skills.slug', 'latest.label as label', 'approved.label as approved_label'])
    // By the library's own rows: by names, an engine would walk all that there are.
    .orderBy('library.added_at')
    .orderBy('library.skill_id')
    .limit(limit)
    .execute();

/** A pin asks for no other version while its own stands; whoever has none is offered the latest. */
const isNews = sql<SqlBool>`(latest.number is not null
  and (approved.number is null or (library.pinned = 0 and latest.number > approved.number)))`;

/** The latest version would wait, had the person not skipped exactly that one. */
const isSkipped = sql<SqlBool>`(${isNews} and coalesce(library.skipped_version_id, 0) = latest.id)`;

const waits = sql<SqlBool>`(${isNews} and coalesce(library.skipped_version_id, 0) <> latest.id)`;

/** Each entry with its skill, approved version and the skill's latest. */
const entriesOf = (view: View, profileId: number) =>
  view.db
    .selectFrom('library')
    .innerJoin('skills', 'skills.id', 'library.skill_id')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .leftJoin('versions as approved', (join) =>
      join
        .onRef('approved.id', '=', 'library.version_id')
        .on('approved.withdrawn_at', 'is', null)
        .on(isReadable('approved')),
    )
    .leftJoin('versions as latest', 'latest.id', 'skills.latest_version_id')
    .where('library.profile_id', '=', profileId);

/** A skill that its runner no longer sees is named as it was when they took it in (`handleThen`). */
const libraryRows = (view: View, profileId: number) =>
  entriesOf(view, profileId).select([
    'library.skill_id',
    'library.pinned',
    'library.auto_approve',
    'library.added_at',
    'skills.slug',
    'owner.handle as author',
    'approved.hash as approved_hash',
    'approved.label as approved_label',
    'latest.hash as latest_hash',
    'latest.label as latest_label',
    sql<number>`case when ${isSeen(view)} then 1 else 0 end`.as('seen'),
    sql<number>`case when ${waits} then 1 else 0 end`.as('waits'),
    sql<number>`case when ${isSkipped} then 1 else 0 end`.as('skipped'),
    handleThen('library.added_at').as('author_then'),
  ]);

/**
 * What a skill's owner was called at a time: whoever no longer sees the skill knows it by that. One that was taken back
 * began before others that ended before.
 */
export const handleThen = (time: string) =>
  sql<string | null>`(select handles.handle from handles where handles.profile_id = skills.owner_id
    and handles.claimed_at <= ${sql.ref(time)}
    order by case when handles.released_at <= ${sql.ref(time)} then 1 else 0 end, handles.claimed_at desc limit 1)`;

/** Asked for each row: a list of all that one sees would be as long as the registry. */
const isSeen = (view: View) =>
  sql<SqlBool>`exists ${visibleSkills(view).select('skills.id').where(sql<SqlBool>`skills.id = library.skill_id`)}`;

type LibraryEntryRow = Awaited<ReturnType<ReturnType<typeof libraryRows>['execute']>>[number];
type Summaries = Awaited<ReturnType<typeof skillSummariesById>>;

/** Of a skill that is not seen, neither the versions nor what waits: they may be newer than what was ever seen. */
function entryOf(row: LibraryEntryRow, summaries: Summaries) {
  const seen = row.seen === 1;
  const approved = seen ? named(row.approved_hash, row.approved_label) : null;
  return {
    row: row.skill_id,
    skill_id: skillId.format({ author: (seen ? row.author : row.author_then) ?? '', slug: row.slug }),
    approved,
    pinned: row.pinned === 1,
    auto_approve: row.auto_approve === 1,
    added_at: row.added_at,
    pending: seen && row.waits === 1 ? named(row.latest_hash, row.latest_label) : null,
    skipped: seen && row.skipped === 1 ? named(row.latest_hash, row.latest_label) : null,
    skill: summaries.get(row.skill_id) ?? null,
  };
}

const named = (hash: string | null, label: string | null): NamedVersion | null =>
  hash !== null && label !== null ? { hash, version_label: label } : null;
