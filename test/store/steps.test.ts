import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { facetsExpression } from '../../origin/store/schema/facets.ts';
import { listed, shown, staticRank, words } from '../../origin/store/schema/indexing.ts';
import { readSteps, type Step } from '../../origin/store/schema/steps.ts';
import { engineNames, newFile } from '../engines.ts';
import { fixtureNames, versionOf } from './released/fixtures.ts';
import { plain, schemaOf } from './released/schemaOf.ts';

const folder = join(import.meta.dirname, '../../origin/store/schema/steps');
const files = globSync('*/*.sql', { cwd: folder }).sort();
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

describe('the steps of the schema', () => {
  it('are never changed: each is as it was when it was written down in steps.sha256', () => {
    const sums = files.map((file) => `${createHash('sha256').update(textOf(file)).digest('hex')}  ${file}\n`);
    // A new one is added by `cd origin/store/schema/steps && sha256sum */*.sql > …/test/store/released/steps.sha256`.
    expect(sums.join('')).toBe(readFileSync(join(import.meta.dirname, 'released/steps.sha256'), 'utf8'));
  });

  it('are numbered without a gap, the same on both engines', async () => {
    for (const name of engineNames) {
      const numbers = files.filter((file) => file.startsWith(name)).map((file) => file.slice(name.length + 1));
      expect(numbers.map((file) => Number(file.slice(0, 4)))).toEqual(numbers.map((_, index) => index + 1));
    }
    const named = (name: string) => files.filter((file) => file.startsWith(name)).map((file) => file.split('/')[1]);
    expect(named('sqlite')).toEqual(named('postgres'));
  });

  it('are each a statement a paragraph: to run a whole file makes the same', async () => {
    const [pieces, whole] = [await newFile(), await newFile()];
    const engine = await pieces.open();
    await whole.run('create table schema_version (version bigint not null)');
    for (const file of files.filter((file) => file.startsWith('sqlite'))) await whole.run(textOf(file));
    const other = await whole.open(Promise.resolve([]));
    expect(await schemaOf('sqlite', other)).toEqual(await schemaOf('sqlite', engine));
    for (const each of [engine, other]) await each.close();
    for (const place of [pieces, whole]) await place.remove();
  });

  it('say, from step 30 on, what they are for, and which programs may still read and write', async () => {
    for (const file of files.filter((file) => Number(file.split('/')[1]?.slice(0, 4)) >= 30)) {
      const text = textOf(file);
      for (const what of [/^-- least writer: \d+$/m, /^-- least reader: \d+$/m, /^-- [A-Z].{20,}/])
        expect.soft(text, file).toMatch(what);
    }
    const [sqlite, postgres] = await Promise.all(engineNames.map(readSteps));
    const said = (steps: Step[] = []) => steps.map(({ leastReader, leastWriter }) => ({ leastReader, leastWriter }));
    expect(said(sqlite)).toEqual(said(postgres));
    for (const { version, leastReader, leastWriter } of sqlite ?? [])
      expect(leastReader <= leastWriter && leastWriter <= version, `step ${version}`).toBe(true);
  });

  it('have a store of every schema that was released, to upgrade', async () => {
    // Steps 7 and 8 came in one release, and so did those from 14 to 16, 17 to 24, 25 to 27, and 28 with 29.
    const apart = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 16, 24, 27, 29];
    for (const name of engineNames) expect([...new Set((await fixtureNames(name)).map(versionOf))]).toEqual(apart);
  });
});

describe.each(engineNames)('what the program asks by, on the %s engine,', (name) => {
  const parts = {
    ...Object.fromEntries(
      ['new', 'new_of_category', 'alpha', 'alpha_of_category', 'installs', 'downloads', 'of_owner'].map((order) => [
        `index skills_listed_${order}`,
        [listed('skills')],
      ]),
    ),
    'index skills_to_compare': [listed('skills')],
    'index profiles_shown': [shown('profiles')],
    'table skills add column facets': [facetsExpression],
    ...(name === 'sqlite'
      ? {
          'trigger skills_facets_insert': [listed('new')],
          'trigger skills_facets_delete': [listed('old')],
          'trigger skills_facets_update': [listed('old'), listed('new')],
          'trigger skills_totals_insert': [listed('new')],
          'trigger skills_totals_delete': [listed('old')],
          'trigger skills_totals_update': [listed('old'), listed('new')],
          'trigger skills_tokens_insert': [listed('new'), staticRank('new'), words('new')],
          'trigger skills_tokens_delete': [listed('old'), staticRank('old'), words('old')],
          'trigger skills_bigrams_insert': [listed('new')],
          'trigger skills_bigrams_delete': [listed('old')],
          'trigger skills_bigrams_update': [listed('old'), listed('new')],
          'trigger kits_tokens_insert': [words('new')],
          'trigger profiles_tokens_insert': [words('new')],
        }
      : {
          'function skills_totals': [listed('old'), listed('new')],
          'function skills_facets': [listed('old'), listed('new')],
          'table skills add column terms': [words('skills'), staticRank('skills')].map((text) =>
            text.replaceAll('skills.', ''),
          ),
          'function first_skills': [staticRank('skills')],
          'function listed_texts': [listed('old'), listed('new')],
          'index skills_unlisted': [listed('skills')],
          'index kits_tokens': [words('kits')],
          'index profiles_tokens': [words('profiles')],
        }),
  };

  it.each(Object.entries(parts))('is what the newest step that makes the %s says', async (part, expressions) => {
    // A function that is altered keeps what it says.
    const made = new RegExp(
      `^(?!alter function)(?:create|alter) (?:or replace )?${part.replace(' ', ' (?:if not exists )?')}\\b`,
      'm',
    );
    const statements = (await readSteps(name)).flatMap((step) => step.statements);
    const newest = plain(statements.findLast((statement) => made.test(statement)) ?? '');
    for (const expression of expressions) expect(newest).toContain(plain(expression));
  });
});
