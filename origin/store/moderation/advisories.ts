/** What is advised against: kept as it was accepted, with what it is against here. advised.ts acts on it. */
import { sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/fields.ts';
import type { Advisory } from '../../contract/subjects/advisories.ts';
import { type Candidate, isAgainst, keysOf, type Matcher, matchersOf } from '../../scan/advisories.ts';
import type { Db } from '../engine/engine.ts';
import type { Act } from '../events/event.ts';
import { record } from '../events/record.ts';
import type { AdvisoryRow, SkillRow } from '../schema/tables.ts';
import { advisoryDetector, type Call } from '../skills/scans/scannerActions.ts';
import { waitsForOperator } from '../view.ts';
import { authorsOf, isSpent, maxAuthors, versionsAgainst } from './reach.ts';

interface Given {
  /** As it is to go by here. */
  advisory: Advisory;
  /** Address of the list that it is from; empty for our own. */
  feed: string;
  isHere(ecosystem: string): boolean;
}

export type Stored = 'added' | 'changed' | 'withdrawn' | 'same';

/**
 * Keeps an advisory, or what it says now. What was dismissed stays so, and an older one changes nothing: both are `same`.
 * The versions that it is against are for `settleAdvisories`; one of others that is against too many waits. Errors: `payload_too_large` where the list is full.
 */
export async function putAdvisory(db: Db, { advisory, feed, isHere }: Given, act: Act): Promise<Stored> {
  const document = JSON.stringify(advisory);
  const known = await advisoryNamed(db, advisory.id);
  const isOlder = known && Date.parse(advisory.modified) < Date.parse(known.modified);
  if (known && (known.dismissed === 1 || known.document === document || isOlder)) return 'same';
  await checkRoom(db, document, known);
  const matchers = matchersOf(advisory, isHere);
  const row = {
    document,
    modified: advisory.modified,
    withdrawn: advisory.withdrawn === undefined ? (0 as const) : (1 as const),
    matchers: JSON.stringify(matchers),
    due: 1 as const,
  };
  const { id } = await db
    .insertInto('advisories')
    .values({ name: advisory.id, feed, dismissed: 0, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('advisory_keys').where('advisory_id', '=', id).execute();
  const keys = keysOf(matchers).map((matched) => ({ advisory_id: id, matched }));
  for (let start = 0; start < keys.length; start += rowsAtOnce)
    await db
      .insertInto('advisory_keys')
      .values(keys.slice(start, start + rowsAtOnce))
      .execute();
  if (feed && authorsOf(await versionsAgainst(db, { id, matchers: row.matchers })) > maxAuthors)
    await db.updateTable('advisories').set({ due: waitsForOperator }).where('id', '=', id).execute();
  const stored = !known ? 'added' : row.withdrawn > known.withdrawn ? 'withdrawn' : 'changed';
  const said = { advisory: id, id: advisory.id, summary: advisory.summary ?? '' };
  await record(db, { kind: `advisory.${stored}`, ...said }, act);
  return stored;
}

/** Statements take a bounded number of values. */
const rowsAtOnce = 500;

/** The list is read whole by everyone who follows it. */
async function checkRoom(db: Db, document: string, known: AdvisoryRow | undefined): Promise<void> {
  const { bytes, count } = await db
    .selectFrom('advisories')
    .select((e) => [
      e.fn.coalesce(sql<number>`sum(octet_length(document))`, sql<number>`0`).as('bytes'),
      e.fn.countAll<number>().as('count'),
    ])
    .executeTakeFirstOrThrow();
  const before = known ? Buffer.byteLength(known.document) : 0;
  const isFull =
    Number(bytes) - before + Buffer.byteLength(document) > limits.advisoryList ||
    (!known && Number(count) >= limits.advisories);
  if (isFull) throw new ApiError('payload_too_large', 'The list of advisories is full.');
}

/** It holds no longer. One of others' is dismissed by that: their list can't bring it back. Errors: `advisory_not_found`, `conflict`. */
export async function withdrawAdvisory(db: Db, name: string, act: Act): Promise<void> {
  const known = await advisoryNamed(db, name);
  if (!known) throw new ApiError('advisory_not_found', `There is no advisory ${name}.`);
  if (known.withdrawn === 1 && (known.dismissed === 1 || known.feed === ''))
    throw new ApiError('conflict', `${name} is already withdrawn.`);
  const at = new Date(act.now * 1000).toISOString();
  const advisory = { ...(JSON.parse(known.document) as Advisory), modified: at, withdrawn: at };
  await putAdvisory(db, { advisory, feed: known.feed, isHere: () => false }, act);
  if (known.feed) await db.updateTable('advisories').set({ dismissed: 1 }).where('id', '=', known.id).execute();
}

/** It holds here however many it is against. Errors: `advisory_not_found`, `conflict` where it does not wait for that. */
export async function confirmAdvisory(db: Db, name: string, act: Act): Promise<void> {
  const known = await advisoryNamed(db, name);
  if (!known) throw new ApiError('advisory_not_found', `There is no advisory ${name}.`);
  if (known.due !== waitsForOperator) throw new ApiError('conflict', `${name} is not waiting for an operator.`);
  await db.updateTable('advisories').set({ due: 3 }).where('id', '=', known.id).execute();
  const { summary = '' } = JSON.parse(known.document) as Advisory;
  await record(db, { kind: 'advisory.changed', advisory: known.id, id: name, summary }, act);
}

export const advisoryNamed = (db: Db, name: string): Promise<AdvisoryRow | undefined> =>
  db.selectFrom('advisories').selectAll().where('name', '=', name).executeTakeFirst();

/** The quarantines that advisories call for against a version of a skill: by the hashes of it and of its files, by its label. */
export async function advisedAgainst(
  db: Db,
  { owner_id, slug }: Pick<SkillRow, 'owner_id' | 'slug'>,
  label: string,
  hashes: readonly string[],
): Promise<Call[]> {
  const held = db
    .selectFrom('handles')
    .select(sql<string>`handle || ':' || ${slug}`.as('matched'))
    .where('profile_id', '=', owner_id);
  const inForce = db
    .selectFrom('advisory_keys')
    .innerJoin('advisories', 'advisories.id', 'advisory_id')
    .select(['advisories.id', 'name', 'feed', 'due', 'document', 'matchers', 'matched'])
    .where('due', '<>', waitsForOperator);
  // Of these joined by `or` PostgreSQL would look through every key.
  const rows = await inForce
    .where('matched', 'in', hashes)
    .union(inForce.where('matched', 'in', held))
    .orderBy('id')
    .execute();
  const found = new Map<string, Call>();
  for (const { document, matchers, matched, ...row } of rows) {
    const candidate: Candidate = { skills: [matched], label, hashes };
    if (!isAgainst(JSON.parse(matchers) as Matcher[], candidate) || (await isSpent(db, row, owner_id))) continue;
    found.set(row.name, quarantineBy(row.name, document));
  }
  return [...found.values()];
}

/** The action that it calls for. */
export function quarantineBy(name: string, document: string): Call {
  const { summary = '' } = JSON.parse(document) as Advisory;
  return {
    action: 'quarantine',
    detectors: [advisoryDetector(name)],
    reason: `Advisory ${name}${summary && `: ${summary}`}`,
  };
}
