/** What the tests run is built first: the pages' site where its sources changed, and the program as it is shipped. */
import { readFileSync, rmSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../scripts/buildSite.ts';
import { keepCli } from '../scripts/cli/program/keep.ts';
import { keepPrograms } from '../scripts/programs/keep.ts';

export async function setup(): Promise<void> {
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  await buildSite(say);
  await keepCli(say);
  await keepPrograms(say);
  const scratch = await mkdtemp(join(inMemory() ?? tmpdir(), 'tests-'));
  // Programs that don't run as root have folders of their own in it.
  await chmod(scratch, 0o711);
  process.env['TMPDIR'] = scratch;
  // Readers of bundles begin with what the last ones compiled, as they do under `npm start`.
  process.env['NODE_COMPILE_CACHE'] = join(import.meta.dirname, '../dist/compiled');
  // Not before: compilers keep what they compiled there as their processes end.
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
}

/**
 * A folder that no disk holds, where it has room and lets programs run: a fifth of the suite's computing was to make and
 * to sync files.
 */
function inMemory(): string | undefined {
  const [folder, enough] = ['/dev/shm', 4 * 2 ** 30];
  try {
    const { bavail, bsize } = statfsSync(folder);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder);
    return bavail * bsize >= enough && mount && !mount.includes('noexec') ? folder : undefined;
  } catch {
    return undefined;
  }
}
