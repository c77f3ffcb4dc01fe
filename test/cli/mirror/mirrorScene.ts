/** A registry, and a machine that has a copy of it as files. */
import { hash } from 'node:crypto';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { formatPack, type Pack, parsePack } from '../../../mirror/followers/pack/pack.ts';
import type { LogSigner } from '../../../origin/store/log/extend.ts';
import { testSigner } from '../../log/signer.ts';
import { type Machine, newMachine, type Ran } from '../machine.ts';
import { type Served, serveRegistry } from '../registryOnLoopback.ts';

export interface Copied extends AsyncDisposable {
  served: Served;
  machine: Machine;
  /** The folder of the copy. */
  folder: string;
  /** Runs `mirror` on the folder. */
  run(...args: string[]): Promise<Ran>;
  /** Each file that is shown, with its time and bytes. */
  shown(): Promise<Record<string, string>>;
  /** The same of the registry's own mirror. */
  wanted(): Promise<Record<string, string>>;
}

/** `signer`: of its log; without one it has none. `disk`: where the copy is, not on that of the machine. */
export async function openCopied(signer: LogSigner | null = testSigner(), disk?: string): Promise<Copied> {
  const served = await serveRegistry(undefined, undefined, signer ? { signer } : {});
  const machine = await newMachine({ registryUrl: served.mirrorUrl });
  const folder = join(disk ?? machine.home, 'copy');
  return {
    ...{ served, machine, folder },
    run: (...args) => machine.run('mirror', folder, ...args),
    shown: () => filesIn(join(folder, 'public')),
    wanted: () => filesIn(served.mirrored.root),
    [Symbol.asyncDispose]: async () => {
      await machine[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
    },
  };
}

/** By their paths: `<seconds> <SHA-256>`, of which nginx makes what it serves. */
export async function filesIn(root: string): Promise<Record<string, string>> {
  const real = await readlink(root).then(
    (target) => join(root, '..', target),
    () => root,
  );
  const found = await readdir(real, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found
    .filter((one) => !one.isDirectory())
    .map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const { mtimeMs } = await stat(file);
      return [file.slice(real.length + 1), `${Math.floor(mtimeMs / 1000)} ${hash('sha256', await readFile(file))}`];
    });
  return Object.fromEntries((await Promise.all(files)).toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)));
}

/** The copy is the registry's mirror, file by file, and a check finds nothing. */
export async function expectEqual(copied: Copied): Promise<void> {
  expect(await copied.shown()).toEqual(await copied.wanted());
  const check = await copied.run('--check');
  expect([check.ended, check.stdout], check.stderr).toEqual([0, expect.stringContaining('every byte is as it came.')]);
}

/** Has each pack be what this makes of it. */
export const lyingWith =
  (lie: (pack: Pack) => void): NonNullable<Served['tamper']> =>
  async (path, answer) => {
    if (path !== '/api/v1/mirror/changes' || !answer.ok) return answer;
    const pack = parsePack(Buffer.from(await answer.arrayBuffer()));
    lie(pack);
    return packAnswer(formatPack(pack.head, pack.items, pack.end));
  };

export const packAnswer = (bytes: Uint8Array): Response =>
  new Response(bytes as BodyInit, { headers: { 'content-type': 'application/octet-stream' } });

/** One run that does what it has to. */
export async function runs({ run }: Copied, ...args: string[]): Promise<string> {
  const { ended, stdout, stderr } = await run(...args);
  // A busy machine says how far it is.
  expect([ended, stderr.replaceAll(/^[\d,]+ files? so far …\n/gm, '')], stdout).toEqual([0, '']);
  return stdout;
}

export const makePrivate = ({ served }: Copied, slug: string) =>
  served.registry.send('PATCH', `/skills/ada/${slug}`, 'ada', { visibility: 'private' });
