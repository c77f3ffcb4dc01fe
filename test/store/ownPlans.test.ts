import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Caller, listedSkills, ownSkills, unlistedOwnSkills, viewOf } from '../../origin/store/view.ts';
import { engineNames, openEngine } from '../engines.ts';
import { plansOf } from './plans.ts';

/** Somebody with an account; where nothing is stored plans are the same as where much is. */
const caller: Caller = {
  ...{ profileId: 1, tokenId: null, tokenClass: 'session', scopes: [], kitId: null },
  ...{ isOperator: false, hasHandle: true },
};

it('a list for somebody is read in its order, and no list of all that they see is made for it', async () => {
  const engine = await openEngine('sqlite');
  const [plan = ''] = await plansOf(engine, (db) =>
    listedSkills({ db, caller }).select('skills.id').orderBy('skills.id', 'desc').limit(50).execute(),
  );
  expect(plan.split('\n').filter((line) => /\bskills\b/.test(line))).toEqual(['SCAN skills']);
  await engine.close();
});

it.each(engineNames)('what somebody owns is found by who owns it, on %s', async (name) => {
  const engine = await openEngine(name);
  const view = viewOf(engine, caller);
  for (const own of [ownSkills(view), unlistedOwnSkills(view)]) {
    const { sql: text } = own.select('skills.id').compile();
    const explain = sql.raw(name === 'sqlite' ? 'explain query plan' : 'explain');
    const { rows } = await sql<object>`${explain} ${sql.raw(text.replaceAll(/\?|\$\d+/g, '1'))}`.execute(engine.db);
    // As the filter of a table it is asked of every row.
    expect(JSON.stringify(rows)).not.toMatch(/hashed SubPlan|SCAN (?:skills|owner|latest)/);
  }
  await engine.close();
});
