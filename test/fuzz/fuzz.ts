/**
 * Fuzzes the parsers of foreign bytes, one target after the other: `SECONDS=60 npm run fuzz:parsers -- tar zip`. Each runs in
 * a process of its own; what hangs it, ends it or does not hold is kept in `found/`, which `npm test` tries each time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const all = readdirSync(join(import.meta.dirname, 'targets')).map((file) => basename(file, '.ts'));
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !all.includes(name));
if (unknown !== undefined) throw new Error(`There is no target ${unknown}; there are ${all.join(', ')}.`);
const seconds = Number(process.env['SECONDS'] ?? 60);
const executions = process.env['EXECUTIONS'] ?? 'Infinity';
/** Seconds that one input may take. */
const patience = 30;
const scratch = mkdtempSync(join(tmpdir(), 'fuzz-'));
let running: ChildProcess | undefined;
process.on('exit', () => {
  running?.kill('SIGKILL');
  rmSync(scratch, { recursive: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

interface Figures {
  executions: number;
  taken: number;
  fresh: number;
  covered: number;
  branches: number;
  /** Milliseconds of computing that the slowest input took. */
  slowest: number;
  problems: number;
}

/** What the process said last; undefined where it ended otherwise, with the input that it had. */
function fuzz(name: string): Promise<Figures | undefined> {
  const node = ['--max-old-space-size=384', '--stack-size=900', join(import.meta.dirname, 'targetProcess.ts')];
  const child = spawn(process.execPath, [...node, name, String(seconds), executions], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FUZZ_SCRATCH: scratch },
  });
  running = child;
  const current = join(scratch, `${name}.input`);
  let said = '';
  let tail = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    for (const line of text.split('\n')) if (line.startsWith(`${name}: `)) console.log(line);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-2000);
  });
  const watch = setInterval(() => {
    if (existsSync(current) && Date.now() - statSync(current).mtimeMs > patience * 1000) child.kill('SIGKILL');
  }, 1000);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(watch);
      const last = said.trim().split('\n').at(-1) ?? '';
      if (code === 0 && last.startsWith('{')) return resolve(JSON.parse(last) as Figures);
      console.log(`${name}: ends with ${signal ?? code}; its input is ${keep(name, current)}\n${tail}`);
      resolve(undefined);
    });
  });
}

function keep(name: string, current: string): string {
  const bytes = readFileSync(current);
  if (bytes.length < 8) return 'none';
  const input = bytes.subarray(8, 8 + bytes.readUInt32LE(0));
  const folder = join(import.meta.dirname, 'found', name);
  const file = join(folder, createHash('sha256').update(input).digest('hex').slice(0, 12));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, input);
  return file;
}

const rows: Record<string, object> = {};
for (const name of asked.length > 0 ? asked : all) {
  const figures = await fuzz(name);
  if (!figures || figures.problems > 0) process.exitCode = 1;
  const { covered = 0, branches = 0, slowest = 0, ...counts } = figures ?? {};
  rows[name] = { ...counts, covered: `${covered} of ${branches}`, slowest: `${Math.round(slowest)} ms` };
}
console.table(rows);
