/** Takes skills, kits or authors out of a project. */
import type { Context, Outcome } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { installChosen } from '../../project/install.ts';
import { inProject } from '../../project/journal.ts';
import type { LockFile } from '../../project/lockFile.ts';
import type { Manifest } from '../../project/manifest.ts';
import { opened } from '../../project/opened.ts';
import { outcomeOf } from '../../project/outcome.ts';
import { manifestName, type Project } from '../../project/project.ts';
import { refuseAny, resolve } from '../../project/resolve.ts';

export interface UninstallOptions {
  force?: boolean;
  dryRun?: boolean;
}

export async function uninstall(
  context: Context,
  project: Project,
  names: readonly string[],
  { force = false, dryRun = false }: UninstallOptions,
): Promise<Outcome> {
  return inProject(project, async () => {
    const { manifest: known, before, there, registry } = await opened(context, project);
    const manifest = structuredClone(known);
    for (const name of names) takeOut(manifest, before, name);
    const resolution = await resolve(registry, manifest, before?.skills ?? {}, () => false);
    refuseAny(resolution);
    const { chosen } = resolution;
    const installed = await installChosen(there, registry, {
      project,
      manifest,
      before,
      chosen,
      frozen: false,
      force,
      dryRun,
    });
    return outcomeOf(context, { project, installed, chosen, before, dryRun });
  });
}

/** Errors: `Failure` for what the manifest does not ask for itself. */
function takeOut(manifest: Manifest, before: LockFile | undefined, name: string): void {
  if (name in manifest.skills) delete manifest.skills[name];
  else if (manifest.kits?.includes(name)) manifest.kits = manifest.kits.filter((kit) => kit !== name);
  else if (manifest.authors?.includes(name)) manifest.authors = manifest.authors.filter((author) => author !== name);
  else {
    const from = before?.skills[name]?.from;
    throw new Failure(
      from
        ? `${name} is here because of the ${from.join(' and the ')}. Remove that instead.`
        : `${name} is not in ${manifestName}.`,
    );
  }
}
