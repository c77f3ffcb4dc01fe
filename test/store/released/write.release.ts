import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { readSteps } from '../../../origin/store/schema/steps.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry } from '../../registry.ts';
import { dumpOf } from './dump.ts';
import { readAround } from './reads.ts';
import { recordedPlace } from './recording.ts';
import { tell } from './story.ts';

// With each release that has a new step: `npm run released`, and what it wrote is committed.
it.each(engineNames)('a store of today is kept, of %s, and what this program sent to make it', async (name) => {
  const steps = await readSteps(name);
  const made = ['create table schema_version (version bigint not null)', ...steps.flatMap((step) => step.statements)];
  const { place, recording } = await recordedPlace(name);
  await using registry = await openRegistry(name, { engine: await place.open() });
  await tell(registry);
  await readAround(registry);
  const release = String(steps.length).padStart(4, '0');
  await writeFile(join(import.meta.dirname, 'sent', `${release}-${name}.json`), linesOf(recording()));
  await writeFile(join(import.meta.dirname, name, `${release}.sql`), await dumpOf(name, registry.engine, made));
});

/** A text or a transaction a line, to be read and compared. */
const linesOf = ({ texts, writes, reads }: ReturnType<Awaited<ReturnType<typeof recordedPlace>>['recording']>) => {
  const lines = (each: readonly unknown[]) => each.map((one) => `  ${JSON.stringify(one)}`).join(',\n');
  return `{"texts": [\n${lines(texts)}\n], "reads": ${JSON.stringify(reads)}, "writes": [\n${lines(writes)}\n]}\n`;
};
