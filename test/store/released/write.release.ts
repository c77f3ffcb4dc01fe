import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { readSteps } from '../../../origin/store/schema/steps.ts';
import { engineNames } from '../../engines.ts';
import { openRegistry } from '../../registry.ts';
import { dumpOf } from './dump.ts';
import { tell } from './story.ts';

// With each release that has a new step: `npm run released`, and what it wrote is committed.
it.each(engineNames)('a store of today is kept, of %s', async (name) => {
  const steps = await readSteps(name);
  const made = ['create table schema_version (version bigint not null)', ...steps.flatMap((step) => step.statements)];
  await using registry = await openRegistry(name);
  await tell(registry);
  const file = `${String(steps.length).padStart(4, '0')}.sql`;
  await writeFile(join(import.meta.dirname, name, file), await dumpOf(name, registry.engine, made));
});
