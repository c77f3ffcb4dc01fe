/** `npm run operator -- <command>`: what the operator of a registry does, apart from running its servers. */
import type * as Operate from './operator/operate.ts';
import { loadBuilt } from './programs/keep.ts';

const { operate } = await loadBuilt<typeof Operate>('scripts/operator/operate.ts', (line) =>
  process.stderr.write(`${line}\n`),
);
process.exitCode = await operate(process.argv.slice(2), process);
