/** A process that wants the program's lock when it is told to, and says whether it has it until it is told to let go. */
import { locked } from '../../../scripts/cli/lock.ts';

const [, , lock = '', staging = ''] = process.argv;
let letGo: (() => void) | undefined;

const hold = () =>
  new Promise<void>((resolve) => {
    letGo = resolve;
    process.send?.(true);
  });

process.on('message', async (word: 'take' | 'release') => {
  if (word === 'release') return letGo?.();
  await locked({ lock, staging, purpose: 'test', patience: 0 }, hold).catch(() => undefined);
  process.send?.(false);
});
process.on('disconnect', () => process.exit());
process.send?.(false);
