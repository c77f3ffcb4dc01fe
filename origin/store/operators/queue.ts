/** Versions that the scan calls into question, until an operator looked at them: `reviewed_at` says when that was. */
import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { versionId } from '../../contract/grammar/ids.ts';
import type * as operator from '../../contract/records/operators.ts';
import { severities } from '../../contract/subjects/scanned.ts';
import type { Db } from '../engine/engine.ts';
import type { VersionRow } from '../schema/tables.ts';
import { isReadable } from '../view.ts';

type Question = z.output<typeof operator.VersionInQuestion>;
type Kind = Question['kind'];

/** What each kind is called as a version's status. */
const statusOf = { quarantined: 'quarantined', held: 'incomplete', flagged: 'flagged' } as const satisfies Record<
  Kind,
  VersionRow['scan_status']
>;
const kindOf = (status: VersionRow['scan_status']): Kind =>
  status === 'incomplete' ? 'held' : status === 'quarantined' ? 'quarantined' : 'flagged';

/** As an index of the schema has it (step 20). */
const isInQuestion = sql<SqlBool>`(versions.withdrawn_at is null and versions.reviewed_at is null
  and versions.scan_status <> 'clean')`;

/**
 * What nobody else can see anyway needs no decision while that holds: of a hidden skill or account, and what is only flagged of
 * a private skill.
 */
const inQuestion = (db: Db) =>
  db
    .selectFrom('versions')
    .innerJoin('scans', 'scans.version_id', 'versions.id')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .innerJoin('profiles as owner', 'owner.id', 'skills.owner_id')
    .where(isInQuestion)
    .where('skills.moderation_status', 'in', ['none', 'warned'])
    .where('skills.owner_shown', '=', 1)
    .where((e) => e.or([e('skills.visibility', '=', 'public'), e('versions.scan_status', '<>', 'flagged')]));

interface Filters {
  kind?: Kind | undefined;
  rule?: string | undefined;
  author?: string | undefined;
}

const matching = (db: Db, { kind, rule, author }: Filters) =>
  inQuestion(db)
    .$if(kind !== undefined, (versions) => versions.where('versions.scan_status', '=', statusOf[kind as Kind]))
    .$if(rule !== undefined, (versions) => versions.where('scans.rules', 'like', `%,${rule},%`))
    .$if(author !== undefined, (versions) => versions.where('owner.handle', '=', author as string));

/** How many of each kind, and of each rule, with the filters apart from their own. */
export async function questionTotals(db: Db, filters: Filters) {
  const { kind: _kind, ...otherKinds } = filters;
  const { rule: _rule, ...otherRules } = filters;
  const kinds: Record<Kind, number> = { quarantined: 0, held: 0, flagged: 0 };
  const byKind = await matching(db, otherKinds)
    .groupBy('versions.scan_status')
    .select((e) => ['versions.scan_status', e.fn.countAll<number>().as('total')])
    .execute();
  for (const { scan_status, total } of byKind) kinds[kindOf(scan_status)] += Number(total);
  const byRules = await matching(db, otherRules)
    .groupBy('scans.rules')
    .select((e) => ['scans.rules', e.fn.countAll<number>().as('total')])
    .execute();
  const rules = new Map<string, number>();
  for (const { rules: named, total } of byRules)
    for (const rule of named.split(',').filter(Boolean)) rules.set(rule, (rules.get(rule) ?? 0) + Number(total));
  return {
    kinds,
    rules: [...rules]
      .map(([rule, total]) => ({ rule, total }))
      .sort((a, b) => b.total - a.total || (a.rule < b.rule ? -1 : 1)),
  };
}

/** The index counts by status alone: what the queue leaves out because nobody can see it is counted here. */
export async function questionAges(db: Db): Promise<Record<Kind, { total: number; oldest_at: number | null }>> {
  const ages = async (kind: Kind) => {
    const of = db.selectFrom('versions').where(isInQuestion).where('versions.scan_status', '=', statusOf[kind]);
    const { total } = await of.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const oldest = await of.select('published_at').orderBy('versions.id').limit(1).executeTakeFirst();
    return { total: Number(total), oldest_at: oldest?.published_at ?? null };
  };
  return { quarantined: await ages('quarantined'), held: await ages('held'), flagged: await ages('flagged') };
}

interface Page {
  sort: 'worst' | 'oldest';
  limit: number;
  offset: number;
}

/** Findings of one version that are shown before it is opened. */
const findingsAtOnce = 5;

/** One page: the worst by severity first and of those the oldest, or the oldest. */
export async function questions(db: Db, filters: Filters, { sort, limit, offset }: Page): Promise<Question[]> {
  // What is shown of each is looked up for those of the page alone: sorting would carry it along for all.
  const page = await matching(db, filters)
    .$if(sort === 'worst', (versions) => versions.orderBy('scans.worst', 'desc'))
    .orderBy('versions.id')
    .limit(limit)
    .offset(offset)
    .select('versions.id')
    .execute();
  const ids = page.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await inQuestion(db)
    .where('versions.id', 'in', ids)
    .select([
      ...(['versions.id', 'versions.hash', 'versions.label', 'versions.scan_status', 'versions.published_at'] as const),
      ...(['versions.number', 'scans.findings', 'scans.thorough', 'skills.slug', 'skills.visibility'] as const),
      ...(['skills.id as skill_id', 'skills.install_count', 'skills.latest_version_id', 'skills.owner_id'] as const),
      'owner.handle',
    ])
    .select((e) => [
      e
        .selectFrom('versions as before')
        .select('before.hash')
        .whereRef('before.skill_id', '=', 'versions.skill_id')
        .whereRef('before.number', '<', 'versions.number')
        .where('before.withdrawn_at', 'is', null)
        .where(isReadable('before'))
        .orderBy('before.number', 'desc')
        .limit(1)
        .as('previous'),
      e
        .selectFrom('moderation_actions')
        .select('reason')
        .where('target_kind', '=', 'version')
        .whereRef('target_id', '=', 'versions.id')
        .where('lifted_at', 'is', null)
        .orderBy('moderation_actions.id')
        .limit(1)
        .as('reason'),
      e
        .selectFrom('skills as theirs')
        .select((of) => of.fn.countAll<number>().as('total'))
        .whereRef('theirs.owner_id', '=', 'skills.owner_id')
        .as('author_skills'),
    ])
    .execute();
  const reported = await openReportsOf(db);
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row): Question => {
      const [author, slug] = [row.handle ?? '', row.slug];
      const target = versionId.format({ author, slug, hash: row.hash });
      const findings: Question['findings'] = JSON.parse(row.findings);
      const worstFirst = findings.toSorted((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity));
      return {
        target,
        author,
        slug,
        hash: row.hash,
        version_label: row.label,
        kind: kindOf(row.scan_status),
        visibility: row.visibility,
        is_latest: row.latest_version_id === row.id,
        reading: row.scan_status === 'incomplete' && row.thorough === 0,
        reason: row.reason ?? '',
        findings: worstFirst.slice(0, findingsAtOnce).map(({ detector, severity, path, line, message }) => ({
          ...{ detector, severity, path, line, message },
        })),
        finding_count: findings.length,
        previous: row.previous,
        installs: row.install_count,
        author_skills: Number(row.author_skills ?? 0),
        open_reports: (reported.get(target) ?? 0) + (reported.get(`${author}:${slug}`) ?? 0),
        since: row.published_at,
      };
    });
}

/** How many are open of each target. Few are at a time: a person may have twenty. */
async function openReportsOf(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('reports')
    .where('resolved_at', 'is', null)
    .groupBy('target')
    .select((e) => ['target', e.fn.countAll<number>().as('total')])
    .execute();
  return new Map(rows.map(({ target, total }) => [target, Number(total)]));
}
