/** A program above the layer: is sent acts, and answers what became of each. */
import { openSync, readSync } from 'node:fs';
import { perform } from './acts.ts';

const control = openSync(process.env['FAULTPOINTS'] ?? '', 'r');
const count = Buffer.alloc(8);

process.on('message', async (act: Parameters<typeof perform>[0]) => {
  const done = await perform(act).catch((error: Error) => ({ ended: -1, said: `thrown: ${error.stack}`, told: [] }));
  readSync(control, count, 0, 8, 16);
  process.send?.({ ...done, count: Number(count.readBigInt64LE()) });
});
process.once('disconnect', () => process.exit());
