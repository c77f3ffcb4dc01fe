/** `npm start`: builds the programs where their sources changed, and runs the registry. */
import { readableLine } from './logLine.ts';
import { loadBuilt } from './programs/keep.ts';

await loadBuilt('scripts/registry.ts', (line) => process.stdout.write(`${readableLine('start', line)}\n`));
