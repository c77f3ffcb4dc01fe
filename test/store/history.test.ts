import { describe, expect, it } from 'vitest';
import { readSteps, type Step } from '../../origin/store/schema/steps.ts';
import { type EngineName, engineNames, newPlace } from '../engines.ts';
import { openRegistry, skillMd } from '../registry.ts';
import { faultsOf } from './released/faults.ts';
import { fixtureNames, openReleased, versionOf } from './released/fixtures.ts';
import { schemaOf } from './released/schemaOf.ts';

describe.each(engineNames)('a store of the %s engine', (name) => {
  it('that any released program made is brought to the newest schema, and the origin goes on with it', async () => {
    const newest = await freshSchema(name);
    for (const fixture of await fixtureNames(name)) {
      const { place, rows } = await openReleased(name, fixture);
      const upgraded = await place.open();
      expect.soft(await schemaOf(name, upgraded), fixture).toEqual(newest);
      expect.soft(await faultsOf(name, upgraded, rows), fixture).toEqual([]);
      const registry = await openRegistry(name, { engine: upgraded });
      const slugs = async (path: string) => {
        const { skills } = (await (await registry.get(path)).json()) as { skills: { slug: string }[] };
        return skills.map(({ slug }) => slug).sort();
      };
      // What was not read whole is in the stores of programs that showed it.
      const read = versionOf(fixture) < 17 ? ['doubtful'] : ['doubtful', 'endless'];
      expect.soft(await slugs('/skills'), fixture).toEqual([...read, 'gone', 'hello', 'old-thing', 'tool']);
      expect.soft(await slugs('/skills?q=greeting'), fixture).toEqual(['hello']);
      expect.soft((await registry.get('/skills/ada/secret')).status, fixture).toBe(404);
      const published = await registry.publish('carol', 'afterwards', { 'SKILL.md': skillMd('afterwards') });
      expect.soft(published.status, fixture).toBe(201);
      expect.soft(await slugs('/skills?q=afterw'), fixture).toEqual(['afterwards']);
      await registry[Symbol.asyncDispose]();
      await place.remove();
    }
  });
});

async function freshSchema(name: EngineName): Promise<string[]> {
  const place = await newPlace(name);
  const engine = await place.open();
  const schema = await schemaOf(name, engine);
  await engine.close();
  await place.remove();
  return schema;
}

/** Those that change rows, other than ones that make nothing but speed. */
const isBackfill = (statement: string) => /^(?:--.*\n)*(?:insert|update|delete)\b(?!.*'optimize')/.test(statement);

/** Whether a later step makes the index again that a statement fills. */
const isMadeAgain = (steps: readonly Step[], version: number, statement: string) => {
  const index = /^insert into (\w+)\(/.exec(statement)?.[1];
  const later = steps.filter((step) => step.version > version).flatMap(({ statements }) => statements);
  return index !== undefined && later.some((one) => one.startsWith(`drop table ${index};`));
};

describe('a statement that fills in what older rows lack is missed when it is left out', async () => {
  const steps = await readSteps('sqlite');
  const fixtures = (await fixtureNames('sqlite')).reverse();
  const left = steps.flatMap((step) =>
    step.statements
      .filter((statement) => isBackfill(statement) && !isMadeAgain(steps, step.version, statement))
      .map((statement) => ({ ...step, statement, title: statement.slice(0, 80) })),
  );
  it.each(left)('step $version: $title', async ({ version, statement }) => {
    const without = steps.map(
      (step): Step =>
        step.version === version ? { ...step, statements: step.statements.filter((one) => one !== statement) } : step,
    );
    expect(await anyFault(without, version)).toBe(true);
  });

  async function anyFault(history: Step[], version: number): Promise<boolean> {
    for (const fixture of fixtures.filter((name) => versionOf(name) < version)) {
      const { place, rows } = await openReleased('sqlite', fixture);
      const engine = await place.open(Promise.resolve(history)).catch(() => undefined);
      const faults = engine ? await faultsOf('sqlite', engine, rows) : ['It does not open.'];
      await engine?.close();
      await place.remove();
      if (faults.length > 0) return true;
    }
    return false;
  }
});
