/** Programs of the machine's that a test starts: as a user that is not root, and ended by their process id. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** PostgreSQL and pgbouncer refuse to run as root. Debian’s package makes the user. */
export const user = process.getuid?.() === 0 ? idsOf('postgres') : undefined;

function idsOf(name: string): { uid: number; gid: number } | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = lines.map((line) => line.split(':')).find(([known]) => known === name) ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** A folder that such a program may write to. */
export async function ownFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  own(folder);
  return folder;
}

/** Gives a folder, and all in it, to that user. */
export function own(folder: string): void {
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
}

export interface Program {
  pid: number;
  ended: Promise<void>;
}

/** Resolves when `url` of a PostgreSQL is answered there, or what else asks; rejects with what it said where it ends before. */
export async function startProgram(
  file: string,
  args: string[],
  cwd: string,
  url: string | (() => Promise<unknown>),
): Promise<Program> {
  const child = spawn(file, args, { ...user, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  ended.then(() => {
    hasEnded = true;
  });
  for (;;) {
    try {
      await (typeof url === 'string' ? askOnce(url, 'select 1') : url());
      return { pid: child.pid ?? 0, ended };
    } catch (error) {
      if (hasEnded) throw new Error(said, { cause: error });
      await wait(20);
    }
  }
}

/** One statement, on a connection of its own. */
export async function askOnce(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
