/** The files of a commit in a folder, with its packages: what a checkout of it runs. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const call = promisify(execFile);

/** The full name of a commit of the repository at `root`; undefined where there is none of this name. */
export async function commitNamed(root: string, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  return call('git', args, { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** Writes the commit's files to `folder`, which is made, and leaves the repository as it is. */
export async function checkOut(root: string, commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // An index of its own, or git would take the files for staged in the repository.
  const options = { cwd: root, env: { ...process.env, GIT_INDEX_FILE: join(folder, '.index') } };
  await call('git', ['read-tree', commit], options);
  await call('git', ['checkout-index', '--all', `--prefix=${folder}/`], options);
}

/**
 * Its packages are those of `root` where both lockfiles are the same; else they are installed. With them come builds of
 * the site, which are named by a hash of their sources.
 */
export async function providePackages(root: string, folder: string, say: (line: string) => void): Promise<void> {
  const lockfiles = [root, folder].map((place) => readFile(join(place, 'package-lock.json'), 'utf8'));
  const [here, there] = await Promise.all(lockfiles);
  if (here === there) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const builds = join(root, 'dist/builds');
    const isDraft = (path: string) => dirname(path) === builds && basename(path).startsWith('.');
    const options = { recursive: true, filter: (path: string) => !isDraft(path) };
    if (existsSync(builds)) await cp(builds, join(folder, 'dist/builds'), options);
    return;
  }
  say('its packages differ from those here: installing them (some minutes) …');
  await call('npm', ['run', 'prestart'], { cwd: folder, env: outsideNpm() });
}

/** The environment without what npm tells the script that it runs: another npm would take it for its own settings. */
export const outsideNpm = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
