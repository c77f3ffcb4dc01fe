import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../origin/store/engine/engine.ts';
import { readSteps, type Step, stepOf } from '../../origin/store/schema/steps.ts';
import { type EngineName, engineNames, newPlace } from '../engines.ts';
import { faultsOf } from './released/faults.ts';
import { openReleased } from './released/fixtures.ts';
import type { Recording, Value } from './released/recording.ts';

const folder = join(import.meta.dirname, 'released/sent');

/** Programs that are gone, by the newest step that they knew, with all that they sent to their store. */
async function programsOf(name: EngineName): Promise<{ version: number; recording: Recording }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(`-${name}.json`));
  return files.map((file) => ({
    version: Number(file.slice(0, 4)),
    recording: JSON.parse(readFileSync(join(folder, file), 'utf8')),
  }));
}

describe.each(engineNames)('a program of an earlier release, by what it sent to a store of the %s engine,', (name) => {
  it('reads from the newest schema and writes to it wherever the steps say so, and what is derived stays right', async () => {
    const steps = await readSteps(name);
    const programs = await programsOf(name);
    expect(programs.length).toBeGreaterThan(0);
    for (const { version, recording } of programs) {
      if (least(steps, 'leastReader') <= version)
        expect.soft(await unreadable(name, recording, steps), `reads of ${version}`).toEqual([]);
      if (least(steps, 'leastWriter') <= version)
        expect.soft(await faultsAfter(name, version, recording, steps), `writes of ${version}`).toEqual([]);
    }
  });
});

describe('a step that says more of earlier programs than is true is noticed:', async () => {
  const today = await readSteps('sqlite');
  const [{ version = 0, recording } = {}] = (await programsOf('sqlite')).reverse();
  const historyWith = (sql: string) => [...today, stepOf(today.length + 1, `-- least writer: ${version}\n\n${sql}`)];

  it('a column that they read is gone', async () => {
    const history = historyWith('alter table profiles rename column bio to about;');
    expect(await unreadable('sqlite', recording as Recording, history)).not.toEqual([]);
  });

  it('a trigger refuses what they write', async () => {
    const history = historyWith(
      `create trigger stars_said before insert on stars begin select raise(abort, 'say why'); end;`,
    );
    expect(await faultsAfter('sqlite', version, recording as Recording, history)).not.toEqual([]);
  });
});

const least = (steps: readonly Step[], what: 'leastReader' | 'leastWriter') =>
  Math.max(...steps.map((step) => step[what]));

/** Reads that the newest schema has no answer to. */
async function unreadable(name: EngineName, { texts, reads }: Recording, steps: readonly Step[]): Promise<string[]> {
  return onNewest(name, steps, async (engine) => {
    const wrong: string[] = [];
    for (const number of reads) {
      const text = texts[number] ?? '';
      // SQLite takes a name in double quotes that it does not know for a text.
      const asked = name === 'sqlite' ? `explain ${text.replaceAll(/"(\w+)"/g, '[$1]')}` : `prepare asked as ${text}`;
      try {
        await engine.db.executeQuery(CompiledQuery.raw(asked));
        if (name === 'postgres') await engine.db.executeQuery(CompiledQuery.raw('deallocate asked'));
      } catch (error) {
        wrong.push(`${(error as Error).message}: ${text}`);
      }
    }
    return wrong;
  });
}

/** What is wrong in a store of the newest schema that an older program filled, beside the one that it filled when it was new. */
async function faultsAfter(
  name: EngineName,
  version: number,
  { texts, writes }: Recording,
  steps: readonly Step[],
): Promise<string[]> {
  const { place, rows } = await openReleased(name, String(version).padStart(4, '0'));
  await place.remove();
  // There changes have the numbers of other transactions.
  for (const table of name === 'postgres' ? ['changes', 'listed_changes'] : [])
    rows.set(
      table,
      (rows.get(table) ?? []).map(({ seq, number, ...row }) => row),
    );
  return onNewest(name, steps, async (engine) => {
    class TakenBack extends Error {}
    for (const { done, sent } of writes) {
      try {
        await engine.write(async (db) => {
          for (const [number, values] of sent)
            await db.executeQuery(CompiledQuery.raw(texts[number] ?? '', values.map(given)));
          if (!done) throw new TakenBack();
        });
      } catch (error) {
        if (!(error instanceof TakenBack)) return [`${(error as Error).message}: ${sent.map(([text]) => texts[text])}`];
      }
    }
    return faultsOf(name, engine, rows);
  });
}

const given = (value: Value) => (value && typeof value === 'object' ? Buffer.from(value.base64, 'base64') : value);

async function onNewest<T>(name: EngineName, steps: readonly Step[], work: (engine: Engine) => Promise<T>): Promise<T> {
  const place = await newPlace(name);
  const engine = await place.open(Promise.resolve([...steps]));
  try {
    return await work(engine);
  } finally {
    await engine.close();
    await place.remove();
  }
}
