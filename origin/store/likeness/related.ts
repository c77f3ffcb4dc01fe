/** Skills about the same: those whose names and descriptions share words that few others have. */
import type { Db, Engine } from '../engine/engine.ts';
import { totalSkills } from '../totals.ts';
import { viewOf, visibleSkills } from '../view.ts';
import type { Like } from './copies.ts';
import { fingerprintsOf } from './fingerprints.ts';
import { estimated } from './minhash.ts';

/** Shown of one skill, of them of one author, and pages that one skill is shown on. */
const [most, mostOfAuthor, mostShowing] = [5, 2, 24];
/** Words that others are looked for by, the rarest, and skills of each. */
const [mostWords, mostOfWord] = [10, 40];
/** Words they have to share, and of what all their words weigh. */
const [fewestShared, leastShare] = [2, 0.18];
/** From here on one text is shown for two. */
const copied = 0.6;

interface Row {
  id: number;
  owner_id: number;
  version_id: number;
  stems: ReadonlySet<string>;
}

/** The likeliest first. Nothing that is flagged, deprecated, warned of, or of an author with a quarantine in force. */
export async function relatedSkills(
  engine: Engine,
  db: Db,
  skillId: number,
  except: readonly number[],
): Promise<Like[]> {
  const [own] = await rowsOf(db, [skillId]);
  if (!own || own.stems.size === 0) return [];
  const view = viewOf(engine, undefined, db);
  const skills = await totalSkills(view);
  const totals = await totalsOf(db, [...own.stems]);
  const rare = [...totals]
    .filter(([, total]) => total > 1 && total <= Math.max(8, skills / 20))
    .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, mostWords);
  const ids = new Set<number>();
  for (const [stem, total] of rare) {
    const first = { count: mostOfWord, share: total / Math.max(1, skills) };
    const found = db.selectFrom(engine.withWords({ each: [[stem]] }, first).as('found')).select('id');
    for (const { id } of await found.execute()) if (id !== skillId && !except.includes(id)) ids.add(id);
  }
  const rows = await rowsOf(db, [...ids], true);
  const all = await totalsOf(db, [...new Set(rows.flatMap(({ stems }) => [...stems]))]);
  const weight = (stem: string) => Math.log((skills + 1) / ((all.get(stem) ?? totals.get(stem) ?? 1) + 0.5));
  const weighed = (stems: Iterable<string>) => [...stems].reduce((sum, stem) => sum + weight(stem), 0);
  const scored = rows
    .map((row) => {
      const shared = [...row.stems].filter((stem) => own.stems.has(stem));
      const share = weighed(shared) / weighed(new Set([...own.stems, ...row.stems]));
      return { ...row, shared: shared.length, share };
    })
    .filter(({ shared, share }) => shared >= fewestShared && share >= leastShare)
    .sort((a, b) => b.share - a.share || a.id - b.id);
  return chosen(db, own, scored);
}

async function chosen(db: Db, own: Row, scored: readonly Row[]): Promise<Like[]> {
  const prints = await fingerprintsOf(
    db,
    [own, ...scored].map(({ version_id }) => version_id),
  );
  const minimaOf = new Map(prints.map(({ version_id, minima }) => [version_id, minima]));
  const picked: Row[] = [];
  for (const row of scored) {
    const minima = minimaOf.get(row.version_id) ?? [];
    const isCopy = [own, ...picked].some((one) => estimated(minima, minimaOf.get(one.version_id) ?? []) >= copied);
    const ofAuthor = picked.filter(({ owner_id }) => owner_id === row.owner_id).length;
    if (isCopy || ofAuthor >= mostOfAuthor || (await countShowing(db, row.id, own.id)) >= mostShowing) continue;
    picked.push(row);
    if (picked.length === most) break;
  }
  return picked.map(({ id, version_id }) => ({ other_id: id, version_id, kind: 'related' as const }));
}

async function rowsOf(db: Db, ids: readonly number[], isForPage = false): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await visibleSkills({ db, caller: undefined })
    .select(['skills.id', 'skills.owner_id', 'latest.id as version_id', 'skills.vocabulary'])
    .where('skills.id', 'in', ids)
    .$if(isForPage, (skills) =>
      skills
        .where('skills.scan_status', '=', 'clean')
        .where('skills.deprecated', '=', 0)
        .where('skills.moderation_status', '=', 'none')
        .where('skills.owner_id', 'not in', quarantinedAuthors(db)),
    )
    .execute();
  return rows.map(({ vocabulary, ...row }) => {
    const words: [string, string][] = JSON.parse(vocabulary);
    return { ...row, stems: new Set(words.map(([, stem]) => stem)) };
  });
}

/** Authors of a version against which a quarantine is in force. */
export const quarantinedAuthors = (db: Db) =>
  db
    .selectFrom('moderation_actions')
    .innerJoin('versions', 'versions.id', 'moderation_actions.target_id')
    .innerJoin('skills as held', 'held.id', 'versions.skill_id')
    .select('held.owner_id')
    .where('target_kind', '=', 'version')
    .where('action', '=', 'quarantine')
    .where('lifted_at', 'is', null);

/** In how many skills that everyone is shown a word with each of these stems is. */
async function totalsOf(db: Db, stems: readonly string[]): Promise<Map<string, number>> {
  const totals = new Map<string, number>();
  for (let from = 0; from < stems.length; from += 500) {
    const rows = await db
      .selectFrom('search_words')
      .select((e) => ['stem', e.fn.sum<number>('total').as('total')])
      .where('stem', 'in', stems.slice(from, from + 500))
      .groupBy('stem')
      .execute();
    for (const { stem, total } of rows) totals.set(stem, Number(total));
  }
  return totals;
}

async function countShowing(db: Db, otherId: number, exceptId: number): Promise<number> {
  const { total } = await db
    .selectFrom('skill_likes')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('other_id', '=', otherId)
    .where('kind', '=', 'related')
    .where('skill_id', '<>', exceptId)
    .executeTakeFirstOrThrow();
  return total;
}
