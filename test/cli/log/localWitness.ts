/** `skill-registry witness` in a process of its own, and logs that ask it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { addCheckpointText } from '../../../origin/log/addCheckpoint.ts';
import { checkpointText } from '../../../origin/log/checkpoint.ts';
import { leafHash } from '../../../origin/log/hash.ts';
import { newSigner, type Signer, signNote } from '../../../origin/log/note.ts';
import { consistencyProof, rootOf } from '../../../origin/log/tree.ts';
import { makeLog, readEarlier, textOf } from '../../log/tiles.ts';
import { program } from '../program.ts';

export interface LocalWitness extends AsyncDisposable {
  /** What it printed. */
  vkey: string;
  address: string;
  child: ChildProcess;
  /** What it said on stderr until now. */
  stderr(): string;
  ended: Promise<number | string>;
}

/** Waits until it has printed its key and its address. Rejects with what it said if it ends before. */
export async function startWitness(
  args: readonly string[],
  { node = [], environment = {} }: { node?: string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<LocalWitness> {
  const child = spawn(process.execPath, [...node, program, 'witness', '--port', '0', ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], HOME: tmpdir(), CI: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'gone'));
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      if (stdout.split('\n').length === 3) resolve();
    });
    child.on('close', (code, signal) => reject(new Error(`It ended with ${code ?? signal}: ${stderr}`)));
  });
  const [vkey = '', address = ''] = stdout.split('\n');
  return {
    vkey,
    address,
    child,
    stderr: () => stderr,
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface Answer {
  status: number;
  type: string | null;
  text: string;
}

export async function post(address: string, body: string | Uint8Array, path = '/add-checkpoint'): Promise<Answer> {
  const response = await fetch(address + path, { method: 'POST', body: body as string });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

export interface Growing {
  signer: Signer;
  /** A checkpoint of its first `size` entries. */
  checkpoint(size: number): Promise<string>;
  /** What it asks of a witness that knows its first `from` entries. */
  asked(from: number, to: number): Promise<string>;
  proof(from: number, to: number): Promise<Buffer[]>;
  root(size: number): Promise<Buffer>;
}

/** A log of up to `most` entries. What is told of it from entry `forkedAt` on, nobody else was told. */
export function growing(
  signer = newSigner('log.example/registry'),
  { most = 600, forkedAt = 2 ** 53 }: { most?: number; forkedAt?: number } = {},
): Growing {
  const leaf = (_: unknown, at: number) => leafHash(at < forkedAt ? textOf(at) : Buffer.from(`other ${at}`));
  const log = makeLog(most, Array.from({ length: most }, leaf));
  const read = readEarlier(log);
  const root = (size: number) => rootOf(size, read);
  const proof = (from: number, to: number) => consistencyProof(from, to, read);
  const checkpoint = async (size: number) =>
    signNote(checkpointText({ origin: signer.name, size, root: await root(size) }), [signer]);
  const asked = async (from: number, to: number) =>
    addCheckpointText({ oldSize: from, proof: await proof(from, to), checkpoint: await checkpoint(to) });
  return { signer, checkpoint, asked, proof, root };
}
