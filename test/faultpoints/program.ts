/** A program above the layer: is sent acts, and answers what became of each. */
import { openSync, readSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { perform } from './acts.ts';

const control = openSync(process.env['FAULTPOINTS'] ?? '', 'r');
const count = Buffer.alloc(8);

process.on('message', async (act: Parameters<typeof perform>[0]) => {
  const done = await perform(act).catch((error: Error) => ({ ended: -1, said: `thrown: ${error.stack}`, told: [] }));
  readSync(control, count, 0, 8, 16);
  const isIdle = process.getActiveResourcesInfo().every((resource) => resource === 'PipeWrap');
  process.send?.({ ...done, count: Number(count.readBigInt64LE()), isIdle });
  // It may be killed next, which would leave the others nothing.
  flushCompileCache();
});
process.once('disconnect', () => process.exit());
