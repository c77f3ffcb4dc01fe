/** Which files belong to a part: the leader asks it of what changed, a follower of what came and of what is there. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { addressOf } from '../../snapshot/address/address.ts';
import { rowsIn } from '../../snapshot/catalog/dialect.ts';
import type { Choice } from './chosen.ts';
import { listsSkills } from './lists.ts';

/** Files of a statement. */
const atOnce = 5000;

/** Files of chosen skills and whole kits, and what lists no skills. */
export async function chosenFiles(db: Db, choice: Choice, paths: readonly string[]): Promise<Set<string>> {
  const { isChosen, isAllowed, isWhole } = choice;
  const kept = new Set<string>();
  const ofSkills: string[][] = [];
  const ofKits: string[][] = [];
  for (const path of paths) {
    const address = addressOf(path);
    const { author, owner, slug, hash } = address?.values ?? {};
    if (author && slug) ofSkills.push([path, author, slug, ...(hash ? [hash] : [])]);
    else if (owner && slug) ofKits.push([path, owner, slug]);
    else if (!(address && listsSkills(address))) kept.add(path);
  }
  const keep = async (rows: readonly string[][], named: RawBuilder<unknown>) => {
    for (let start = 0; start < rows.length; start += atOnce) {
      const some = rowsIn(db, rows.slice(start, start + atOnce));
      const found = await sql<{ path: string }>`select value ->> 0 as path from ${some}
        join profiles as p on p.handle = value ->> 1 ${named}`.execute(db);
      for (const { path } of found.rows) kept.add(path);
    }
  };
  await keep(
    ofSkills,
    sql`join skills as s on s.owner_id = p.id and s.slug = value ->> 2 where ${isChosen} and (value ->> 3 is null
      or exists (select 1 from versions as v where v.skill_id = s.id and v.hash = value ->> 3 and ${isAllowed}))`,
  );
  await keep(ofKits, sql`join kits as k on k.owner_id = p.id and k.slug = value ->> 2 where ${isWhole}`);
  return kept;
}
