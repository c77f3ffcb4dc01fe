/** A person's library: which skills their devices run, at which approved version, and what waits for approval. */

import { type SqlBool, sql } from 'kysely';
import { skillId } from '../../contract/ids.ts';
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

/**
 * Each entry with its skill, approved version and the skill's latest. A skill that its runner no longer sees is named
 * as it was when they took it in, since its owner may go by another handle now.
 */
const libraryRows = (view: View, profileId: number) =>
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
    .leftJoin('versions as skipped', (join) =>
      join.onRef('skipped.id', '=', 'library.skipped_version_id').on('skipped.withdrawn_at', 'is', null),
    )
    .where('library.profile_id', '=', profileId)
    .select([
      'library.skill_id',
      'library.pinned',
      'library.auto_approve',
      'library.added_at',
      'skills.slug',
      'owner.handle as author',
      'approved.number as approved_number',
      'approved.hash as approved_hash',
      'approved.label as approved_label',
      'latest.number as latest_number',
      'latest.hash as latest_hash',
      'latest.label as latest_label',
      'skipped.number as skipped_number',
      'skipped.hash as skipped_hash',
      'skipped.label as skipped_label',
      sql<number>`case when ${isSeen(view)} then 1 else 0 end`.as('seen'),
    ])
    .select((e) =>
      e
        .selectFrom('handles')
        .select('handles.handle')
        .whereRef('handles.profile_id', '=', 'skills.owner_id')
        .whereRef('handles.claimed_at', '<=', 'library.added_at')
        // One that was taken back began before others that ended before.
        .orderBy(sql`case when handles.released_at <= library.added_at then 1 else 0 end`)
        .orderBy('handles.claimed_at', 'desc')
        .limit(1)
        .as('author_then'),
    );

const isSeen = (view: View) => sql<SqlBool>`library.skill_id in ${visibleSkills(view).select('skills.id')}`;

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
    pending: seen && waits(row) ? named(row.latest_hash, row.latest_label) : null,
    skipped: seen && isSkipped(row) ? named(row.skipped_hash, row.skipped_label) : null,
    skill: summaries.get(row.skill_id) ?? null,
  };
}

/** A pin asks for no other version while its own stands; who has none is offered the latest, unless they skipped that one. */
const waits = (row: LibraryEntryRow): boolean => isNews(row) && !isSkipped(row);

const isNews = ({ pinned, approved_number, latest_number }: LibraryEntryRow): boolean =>
  latest_number !== null && (approved_number === null || (pinned === 0 && latest_number > approved_number));

/** The latest version would wait, had the person not skipped exactly that one. */
const isSkipped = (row: LibraryEntryRow): boolean => isNews(row) && row.skipped_number === row.latest_number;

const named = (hash: string | null, label: string | null): NamedVersion | null =>
  hash !== null && label !== null ? { hash, version_label: label } : null;
