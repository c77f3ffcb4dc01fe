import { resolve } from 'node:path';
import compare from 'semver/functions/compare.js';
import { type Context, exitCodes, Failure, type Outcome } from '../context.ts';
import { installationOf, isOnPath, linkCommand, placesBelow } from '../program/installation.ts';
import { isPlaced, place, tidy } from '../program/place.ts';
import { packagePath, type ServedCli, servedCli } from '../program/served.ts';
import { packageFiles } from '../program/unpackedHere.ts';
import { packageFolder, servedBy, version } from '../version.ts';

interface SelfUpdateOptions {
  dryRun?: boolean;
  /** Also an older version than this. */
  force?: boolean;
  /** For the install script: puts this very copy below a prefix, such as `~/.local`, and makes it a command. */
  into?: string;
}

/** Brings the version that the registry serves. Killed at any point, it leaves the old one or the new one. */
export async function selfUpdate(context: Context, options: SelfUpdateOptions): Promise<Outcome> {
  if (options.into !== undefined) return installInto(context, options.into);
  const registry = await context.registry();
  const address = registry.mirrorUrl + packagePath;
  refuseWhereOthersManage(address);
  const served = await servedCli(registry);
  const said = { from: version, to: served.version, registry: registry.mirrorUrl, folder: packageFolder };
  if (await isPlaced(served, packageFolder)) {
    // Where another one is under way, that one does it.
    await tidy(packageFolder).catch(() => undefined);
    return {
      text: `skill-registry ${version} is what ${registry.mirrorUrl} serves.`,
      json: { ...said, changed: false },
    };
  }
  if (compare(served.version, version) < 0 && !options.force)
    throw new Failure(
      `${registry.mirrorUrl} serves ${served.version}, which is older than this (${version}). Nothing was changed. To go back to it, use --force.`,
    );
  if (options.dryRun)
    return { text: `skill-registry ${version} would become ${served.version}.`, json: { ...said, changed: false } };
  await placedWhereAllowed(served, packageFolder, address);
  return { text: `skill-registry ${version} is now ${served.version}.`, json: { ...said, changed: true } };
}

function refuseWhereOthersManage(address: string): void {
  const refuse = (why: string) => new Failure(why, exitCodes.usage);
  switch (installationOf(packageFolder)) {
    case 'checkout':
      throw refuse('This runs from a checkout of the registry: update that.');
    case 'project':
      throw refuse(`This copy belongs to a project, whose lock says which one it is: npm install ${address}`);
    case 'managed':
      throw refuse(`Another package manager than npm brought this copy. Use that one with ${address}`);
    case 'own':
  }
}

/** A folder that only another user may write is one that this user did not install. */
async function placedWhereAllowed(served: ServedCli, folder: string, address: string): Promise<void> {
  try {
    await place(served, folder);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new Failure(
      `You may not write to ${folder}, so nothing was changed. As the user who installed it: npm install -g ${address}. Or for yourself alone: npm install -g --prefix ~/.local ${address}`,
    );
  }
}

async function installInto({ workingDirectory, environment }: Context, given: string): Promise<Outcome> {
  const prefix = resolve(workingDirectory, given);
  const { folder, bin } = placesBelow(prefix);
  const own = { version, files: await packageFiles(packageFolder) };
  if (!(await isPlaced(own, folder))) await place(own, folder);
  const command = await linkCommand(prefix);
  const hint = isOnPath(bin, environment['PATH']) ? '' : `\n${bin} is not in your PATH: add it, or run ${command}.`;
  const from = servedBy ? ` It uses ${servedBy}.` : '';
  return {
    text: `Installed skill-registry ${version} as ${command}.${from}${hint}`,
    json: { version, command, folder },
  };
}
