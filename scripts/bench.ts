/** Measures beside their references, in one run: a table for people, and with `--json <file>` the numbers. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { mcpCost } from './bench/mcp.ts';
import type { Compared } from './bench/measure.ts';

const measures: Record<string, () => Promise<Compared[]>> = { mcp: mcpCost };

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const unknown = positionals.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`There is no measure ${unknown.join(', ')}; there are: ${Object.keys(measures).join(', ')}.`);
  process.exit(2);
}
const results: Compared[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(measures))
  results.push(...((await measures[name]?.()) ?? []));
console.table(
  results.map(({ measure, subject, reference, ratio }) => ({
    measure,
    'p50 ms': subject.p50.toFixed(2),
    'p99 ms': subject.p99.toFixed(2),
    beside: reference.name,
    'its p50 ms': reference.p50.toFixed(2),
    'its p99 ms': reference.p99.toFixed(2),
    ratio: ratio.toFixed(2),
  })),
);
if (values.json) await writeFile(values.json, `${JSON.stringify(results, undefined, 2)}\n`);
process.exit(0);
