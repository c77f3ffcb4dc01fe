/** A process that takes a builder's lock and gives it back as its parent says; it answers whether it has it. */
import { type BuilderLock, takeBuilderLock } from '../../../mirror/snapshot/builderLock.ts';

const [, , file = ''] = process.argv;
let lock: BuilderLock | undefined;

process.on('message', async (word: 'take' | 'release') => {
  if (word === 'take') lock = await takeBuilderLock(file);
  else {
    await lock?.release();
    lock = undefined;
  }
  process.send?.(lock !== undefined);
});
process.on('disconnect', () => process.exit());
process.send?.(false);
