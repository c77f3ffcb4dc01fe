/** Starts the process of a target, ends it where it hangs, and keeps the input that it hung or died of. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assignment, Figures } from './targetProcess.ts';

/** Seconds that one input may take. */
const patience = 30;
/** The scan's parsers are as first compiled, as in the processes that read uploads (origin/scan/reader/readerChild.ts). */
const bounds = ['--max-old-space-size=384', '--stack-size=900', '--liftoff-only'];

/** `figures` are undefined where the process ended otherwise, for the reason that was `said`. `tell` gets each finding. */
export function runTarget(
  assignment: Assignment,
  tell: (line: string) => void,
): Promise<{ figures?: Figures; said: string }> {
  const { name, current, found } = assignment;
  const child = spawn(
    process.execPath,
    [...bounds, join(import.meta.dirname, 'targetProcess.ts'), JSON.stringify(assignment)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const end = () => child.kill('SIGKILL');
  process.on('exit', end);
  let said = '';
  let tail = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    for (const line of text.split('\n')) if (line.startsWith(`${name}: `)) tell(line);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-2000);
  });
  const watch = setInterval(() => {
    if (existsSync(current) && Date.now() - statSync(current).mtimeMs > patience * 1000) end();
  }, 1000);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(watch);
      process.off('exit', end);
      const last = said.trim().split('\n').at(-1) ?? '';
      if (code === 0 && last.startsWith('{')) return resolve({ figures: JSON.parse(last) as Figures, said });
      resolve({ said: `${name}: ends with ${signal ?? code}; its input is ${keep(current, found)}\n${tail}` });
    });
  });
}

/** As `tryOn` wrote it. */
function keep(current: string, found: string): string {
  const bytes = existsSync(current) ? readFileSync(current) : Buffer.alloc(0);
  if (bytes.length < 8) return 'none';
  const input = bytes.subarray(8, 8 + bytes.readUInt32LE(0));
  const file = join(found, createHash('sha256').update(input).digest('hex').slice(0, 12));
  mkdirSync(found, { recursive: true });
  writeFileSync(file, input);
  return file;
}
