/**
 * Fuzzes the parsers of foreign bytes, one target after the other: `SECONDS=60 npm run fuzz:parsers -- tar zip`. Each runs in
 * a process of its own; what hangs it, ends it or does not hold is kept in `found/`, which `npm test` tries each time.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildSite } from '../../scripts/buildSite.ts';
import { runTarget } from './runTarget.ts';

const all = readdirSync(join(import.meta.dirname, 'targets')).map((file) => basename(file, '.ts'));
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !all.includes(name));
if (unknown !== undefined) throw new Error(`There is no target ${unknown}; there are ${all.join(', ')}.`);
const { SECONDS: seconds = 60, EXECUTIONS: executions, SEED: seed = Date.now() } = process.env;

// Mirror and origin hand it out.
await buildSite(console.error);

const scratch = mkdtempSync(join(tmpdir(), 'fuzz-'));
process.on('exit', () => rmSync(scratch, { recursive: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const rows: Record<string, object> = {};
for (const name of asked.length > 0 ? asked : all) {
  const { figures, said } = await runTarget(
    {
      name,
      module: join(import.meta.dirname, `targets/${name}.ts`),
      current: join(scratch, name),
      kept: join(import.meta.dirname, '../../data/fuzz', name),
      found: join(import.meta.dirname, 'found', name),
      seconds: Number(seconds),
      executions: executions === undefined ? null : Number(executions),
      seed: Number(seed),
      isBlind: process.env['BLIND'] !== undefined,
    },
    console.log,
  );
  if (!figures) console.log(said);
  if (!figures || figures.problems > 0) process.exitCode = 1;
  const { covered = 0, branches = 0, slowest = 0, ...counts } = figures ?? {};
  rows[name] = { ...counts, covered: `${covered} of ${branches}`, slowest: `${Math.round(slowest)} ms` };
}
console.table(rows);
