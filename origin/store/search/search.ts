/**
 * Ranked search, the same order and scores on every engine. The engine finds candidates by the terms that they have; how
 * well each answers is worked out of its row (ranking.ts).
 */
import { sql } from 'kysely';
import { anyoneIn } from '../anyone.ts';
import { compiledOnce } from '../engine/compiled.ts';
import { staticRank } from '../schema/indexing.ts';
import type { SkillRow } from '../schema/tables.ts';
import { summariesInOrder } from '../skills/skills.ts';
import { listedSkills, type View } from '../view.ts';
import { candidatesFor, type Sought, soughtFor } from './candidates.ts';
import { scorerFor, scores as tiers } from './ranking.ts';
import type { Understood } from './understood.ts';

/**
 * The best skills for a query, with their scores: those that are as good stand in the order of their places. Rare words
 * come first: of each way to ask only the first are looked at, by their place, so a search takes no longer the more match.
 */
export const rankedSkills = async (view: View, asked: Understood, limit: number) =>
  scoredSummaries(view, (await answersTo(view, asked)).slice(0, limit));

/** A skill that answers a query, and what narrows it. */
export interface Answer {
  id: number;
  score: number;
  /** Where they are asked for, and so is the next, as JSON. */
  facets?: number;
  tags?: string;
}

/** Every skill that is looked at and answers, the best first. */
export async function answersTo(view: View, asked: Understood, withFacets = false): Promise<Answer[]> {
  const rows = await rowsFor(view, asked, withFacets);
  const scoreOf = scorerFor(asked);
  return rows
    .flatMap(({ id, place, facets, tags, ...row }) => {
      const score = scoreOf(row);
      if (score === undefined) return [];
      return [
        {
          id,
          standing: standingOf(row, score),
          place,
          score,
          ...(facets !== undefined && { facets }),
          ...(tags !== undefined && { tags }),
        },
      ];
    })
    .sort((a, b) => a.standing - b.standing || b.score - a.score || a.place - b.place);
}

type Row = Awaited<ReturnType<ReturnType<typeof candidateRows>['execute']>>[number];

const runRows = compiledOnce<Row>();

async function rowsFor(view: View, asked: Understood, withFacets: boolean): Promise<Row[]> {
  const sought = await soughtFor(view, asked);
  const more = { withText: asked.phrases.length > 0, withFacets };
  if (sought.inStore) return candidateRows(view, sought, more).execute();
  const { shape, names, owners, first } = sought;
  const anyone = anyoneIn(view);
  return runRows(
    view.db,
    [shape, anyone.shape, more.withText, withFacets].join(),
    [names, owners, first, ...anyone.values],
    ([names, owners, first, ...caller]) =>
      candidateRows(anyone.view(caller), { ...sought, names, owners, first }, more),
  );
}

const candidateRows = (view: View, sought: Sought, more: { withText: boolean; withFacets: boolean }) =>
  listedSkills(view)
    .innerJoin(candidatesFor(view, sought).as('candidates'), 'candidates.id', 'skills.id')
    .select([
      'skills.id',
      'skills.slug as address',
      'skills.owner_id as ownerId',
      'skills.deprecated',
      'skills.scan_status',
    ])
    .select(['skills.names', 'skills.tokens', sql<number>`${sql.raw(staticRank('skills'))}`.as('place')])
    .$if(more.withText, (skills) => skills.select('skills.folded'))
    .$if(more.withFacets, (skills) => skills.select(['skills.tags', sql<number>`skills.facets`.as('facets')]));

/** Answers with what lists say of them, in their order. */
export async function scoredSummaries(view: View, answers: readonly Answer[]) {
  const scores = new Map(answers.map(({ id, score }) => [id, score]));
  const ids = [...scores.keys()];
  const skills = await summariesInOrder(view, ids);
  return skills.map((skill, index) => ({ skill, score: scores.get(ids[index] ?? 0) ?? 0 }));
}

/** What is flagged comes after what is not, unless it is asked for by its exact name; what is deprecated comes last. */
function standingOf({ deprecated, scan_status }: Pick<SkillRow, 'deprecated' | 'scan_status'>, score: number): number {
  if (deprecated) return 2;
  return scan_status === 'flagged' && score < tiers.exact ? 1 : 0;
}
