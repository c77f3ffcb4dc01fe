/** Takes skills, kits or authors out of a project: by its lock alone, without the registry. */
import { type Context, Failure, type Outcome } from '../../context.ts';
import { chosenOfLock } from '../../project/chosen.ts';
import { inProject } from '../../project/inProject.ts';
import { installChosen } from '../../project/install.ts';
import { type LockFile, readLock } from '../../project/lockFile.ts';
import { type Manifest, readManifest } from '../../project/manifest.ts';
import { outcomeOf } from '../../project/outcome.ts';
import { lockName, manifestName, type Project } from '../../project/project.ts';
import { contextAt } from '../../project/registry.ts';

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
  return inProject(context, project, async () => {
    const manifest = await readManifest(project);
    const before = await readLock(project);
    if (!before) throw new Failure(`There is no ${lockName}. To write one: skill-registry install`);
    const gone = new Set(names.map((name) => takeOut(manifest, before, name)));
    const skills = Object.entries(before.skills).flatMap(([name, locked]) => {
      const from = locked.from.filter(
        (reason) => !gone.has(reason === manifestName ? `${manifestName} ${name}` : reason),
      );
      return from.length > 0 ? [[name, { ...locked, from }] as const] : [];
    });
    const lock: LockFile = { ...before, skills: Object.fromEntries(skills) };
    const chosen = chosenOfLock(lock);
    const wish = { project, manifest, before, chosen, lock, isRemoval: true, force, dryRun };
    const installed = await installChosen(contextAt(context, manifest.registry), undefined, wish);
    return outcomeOf(context, { project, installed, chosen, before, dryRun });
  });
}

/** The reason that is gone, as a lock names it, with the skill behind `skills.json`. Errors: `Failure` for what the manifest does not ask for itself. */
function takeOut(manifest: Manifest, { skills }: LockFile, name: string): string {
  if (Object.hasOwn(manifest.skills, name)) {
    delete manifest.skills[name];
    return `${manifestName} ${name}`;
  }
  if (manifest.kits?.includes(name)) {
    manifest.kits = manifest.kits.filter((kit) => kit !== name);
    return `kit ${name}`;
  }
  if (manifest.authors?.includes(name)) {
    manifest.authors = manifest.authors.filter((author) => author !== name);
    return `author ${name}`;
  }
  const from = Object.hasOwn(skills, name) ? skills[name]?.from : undefined;
  throw new Failure(
    from
      ? `${name} is here because of the ${from.join(' and the ')}. Remove that instead.`
      : `${name} is not in ${manifestName}.`,
  );
}
