/** Kits and people, ranked as skills are: of their own words, which are few, so that they need no terms of their own. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { kitSummariesById } from '../kits/kits.ts';
import { personRecords, publishers } from '../people/directory.ts';
import { type View, visibleKits } from '../view.ts';
import { stemOf } from './language.ts';
import { type Candidate, categoryTokens, scorerFor } from './ranking.ts';
import { pairsOf, piecesOf } from './terms.ts';
import type { Understood } from './understood.ts';

/** Candidates of each way to ask, those that most follow first. */
const most = 200;

export async function rankedKits(view: View, asked: Understood, limit: number) {
  const rows = await candidates(view, 'kits', asked, (condition) =>
    visibleKits(view)
      .where(condition)
      .select(['kits.id', 'kits.slug as address', 'kits.owner_id as ownerId', 'kits.category'])
      .select(['kits.names', 'kits.tokens', 'kits.folded', 'kits.subscriber_count as followers'])
      .orderBy('kits.subscriber_count', 'desc')
      .orderBy('kits.slug')
      .orderBy('kits.id')
      .limit(most)
      .execute(),
  );
  const best = bestOf(rows, asked, limit);
  const summaries = await kitSummariesById(
    view,
    best.map(({ id }) => id),
  );
  return best.flatMap(({ id, score }) => {
    const summary = summaries.get(id);
    return summary ? [{ ...summary, score }] : [];
  });
}

export async function rankedPeople(view: View, asked: Understood, limit: number) {
  if (asked.facts.length > 0) return [];
  const people = await publishers(view);
  const rows = await candidates(view, 'profiles', asked, async (condition) => {
    const found = await people
      .where(condition)
      .select(['profiles.id', 'handle', 'names', 'tokens', 'folded', 'follower_count as followers'])
      .orderBy('follower_count', 'desc')
      .orderBy('handle')
      .limit(most)
      .execute();
    return found.map(({ handle, ...row }) => ({ ...row, address: handle ?? '', ownerId: row.id }));
  });
  const best = bestOf(rows, { ...asked, owners: asked.authors.length > 0 ? asked.owners : [] }, limit);
  if (best.length === 0) return [];
  const records = await personRecords(
    view,
    people.where(
      'profiles.id',
      'in',
      best.map(({ id }) => id),
    ),
  );
  return best.flatMap(({ address, score }) => {
    const person = records.find(({ handle }) => handle === address);
    return person ? [{ ...person, score }] : [];
  });
}

type Row = Candidate & { id: number; followers: number; category?: string };

function bestOf<R extends Row>(rows: readonly R[], asked: Understood, limit: number): (R & { score: number })[] {
  const scoreOf = scorerFor(asked);
  return rows
    .flatMap((row) => {
      const terms = ` ${row.tokens} ${termsIn(row.tokens).join(' ')} `;
      const tokens = row.category === undefined ? terms : categoryTokens(terms, row.category);
      const score = scoreOf({ ...row, tokens });
      return score === undefined ? [] : [{ ...row, score }];
    })
    .sort((a, b) => b.score - a.score || b.followers - a.followers)
    .slice(0, limit);
}

const termsIn = (tokens: string): string[] =>
  piecesOf(tokens).flatMap(({ word, isRun }) => (isRun ? pairsOf(word) : [stemOf(word)]));

/** Rows with all of the words, and rows with any. */
async function candidates<R extends Row>(
  { text }: View,
  table: 'kits' | 'profiles',
  { groups, owners, authors, facts }: Understood,
  rowsIn: (condition: RawBuilder<SqlBool>) => Promise<R[]>,
): Promise<R[]> {
  const asked = groups.map(({ word, ways }) => [
    ...new Set([word.text, ...ways.map(({ terms }) => terms)].map(beginning)),
  ]);
  const found = (
    await Promise.all([
      asked.length > 0 ? rowsIn(text.hasWords(table, { each: asked })) : [],
      asked.length > 1 ? rowsIn(text.hasWords(table, { each: [asked.flat()] })) : [],
    ])
  ).flat();
  if (asked.length === 0 && authors.length + facts.length > 0) {
    const owned = owners.filter(({ handle }) => authors.length === 0 || authors.includes(handle)).map(({ id }) => id);
    const owner = sql.ref(table === 'kits' ? 'kits.owner_id' : 'profiles.id');
    const ofOwners = sql<SqlBool>`${owner} in (${sql.join([...owned, 0])})`;
    found.push(...(await rowsIn(authors.length === 0 ? sql<SqlBool>`1 = 1` : ofOwners)));
  }
  return [...new Map(found.map((row) => [row.id, row])).values()];
}

/** Their words stand in the index as they are: a stem is found as a beginning, without the letter that its forms differ in. */
const beginning = (terms: string): string =>
  terms
    .split(' ')
    .map((term) => `${/^[a-z]{4,}[iy]$/.test(term) ? term.slice(0, -1) : term}*`)
    .join(' ');
