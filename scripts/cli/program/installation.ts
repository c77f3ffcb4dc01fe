/** How this copy of the CLI came here, and so who may replace it. */
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path, { delimiter, join, relative } from 'node:path';
import { Failure } from '../failure.ts';
import { launcher } from './served.ts';

/**
 * `own`: a folder that an update may change: of the install script, of `npm install -g`, or of npx. `project`: a package of
 * a project, whose lock says what it is. `managed`: another package manager's store. `checkout`: sources.
 */
export type Installation = 'own' | 'project' | 'managed' | 'checkout';

export function installationOf(
  folder: string,
  exists = existsSync as (path: string) => boolean,
  { join } = path,
): Installation {
  if (!exists(join(folder, launcher))) return 'checkout';
  const parts = folder.split(/[\\/]/);
  const modules = parts.lastIndexOf('node_modules');
  if (modules === -1) return 'own';
  if (parts.some((part) => ['.pnpm', '.yarn', '.bun', '.store'].includes(part))) return 'managed';
  // npx keeps a package.json of its own beside what it brought; a project has one too, a global folder none.
  const isProject = exists(join(folder, ...parts.slice(modules).map(() => '..'), 'package.json'));
  return isProject && !parts.includes('_npx') ? 'project' : 'own';
}

/** Where the install script puts the package below its prefix, and what a shell finds. */
export const placesBelow = (prefix: string) => ({
  folder: join(prefix, 'lib', 'skill-registry'),
  bin: join(prefix, 'bin'),
});

/**
 * Makes `skill-registry` a command: a link, or on Windows a file for `cmd` that PowerShell takes as well. Returns its path.
 * Rejects with `Failure` where something else has the name.
 */
export async function linkCommand(prefix: string, platform: NodeJS.Platform = process.platform): Promise<string> {
  const { folder, bin } = placesBelow(prefix);
  await mkdir(bin, { recursive: true });
  const target = relative(bin, join(folder, launcher));
  const isWindows = platform === 'win32';
  const command = join(bin, isWindows ? 'skill-registry.cmd' : 'skill-registry');
  const script = `@node "%~dp0${target.replaceAll('/', '\\')}" %*\r\n`;
  const stats = await lstat(command).catch(() => undefined);
  if (stats) {
    const said = stats.isSymbolicLink()
      ? await readlink(command)
      : stats.isFile() && isWindows
        ? await readFile(command, 'utf8')
        : '';
    if (said === target || said === script) return command;
    // A link of our own from before, to wherever the package was then, is switched; anything else is somebody's.
    if (!said.includes(launcher))
      throw new Failure(
        `${command} is another program. Move it away, or install into another folder: PREFIX=<folder>.`,
      );
  }
  const draft = join(bin, `.skill-registry-${process.pid}`);
  await rm(draft, { force: true });
  if (isWindows) await writeFile(draft, script);
  else await symlink(target, draft);
  await rename(draft, command);
  if (!isWindows) await chmod(command, 0o755);
  return command;
}

/** Whether a shell finds commands of the folder. */
export const isOnPath = (folder: string, given = ''): boolean => given.split(delimiter).includes(folder);
