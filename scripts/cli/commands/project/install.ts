/** Installs skills into a project: what is named, or what its manifest or its lock says. */
import { agentsNamed } from '../../agents.ts';
import { type Context, exitCodes, Failure, type Outcome, Unreachable } from '../../context.ts';
import { agentsIn, askForAgents } from '../../project/folders.ts';
import { chosenFrom } from '../../project/frozen.ts';
import { inProject } from '../../project/inProject.ts';
import { installChosen } from '../../project/install.ts';
import { type LockFile, readLock } from '../../project/lockFile.ts';
import { type Manifest, readManifest } from '../../project/manifest.ts';
import { outcomeOf } from '../../project/outcome.ts';
import { manifestName, noProject, type Project, projectAround, projectAt } from '../../project/project.ts';
import { refuseAny } from '../../project/refuse.ts';
import { contextAt } from '../../project/registry.ts';
import { type Named, named, resolve } from '../../project/resolve.ts';
import { skillsLockIn, skillsLockName } from '../../project/skillsLock.ts';
import type { Registry } from '../../registry/registry.ts';
import { plural } from '../../terminal/table.ts';

export interface InstallOptions {
  /** Names, separated by commas. */
  agent?: string;
  frozen?: boolean;
  force?: boolean;
  dryRun?: boolean;
  link?: boolean;
}

export async function install(context: Context, names: readonly string[], options: InstallOptions): Promise<Outcome> {
  if (options.frozen && (names.length > 0 || options.agent || options.link !== undefined))
    throw new Failure('--frozen installs what is locked, and takes nothing else.', exitCodes.usage);
  const around = projectAround(context);
  const project = around ?? projectAt(context.workingDirectory, context);
  const given = around || names.length > 0 ? names : await namesOfSkillsLock(context, project, options);
  return inProject(context, project, () =>
    options.frozen ? fromLock(context, project, options) : fromNames(context, project, given, options),
  );
}

/** What `npx skills` locked here. Errors: `Failure` (usage) where there is nothing to install. */
async function namesOfSkillsLock(context: Context, project: Project, { frozen }: InstallOptions): Promise<string[]> {
  const found = frozen ? undefined : await skillsLockIn(project, await context.registry());
  if (!found) throw noProject();
  const { names, others } = found;
  if (names.length === 0) throw new Failure(`${skillsLockName} has no skill from this registry.`);
  context.terminal.note(`${plural(names.length, 'skill')} of ${skillsLockName} taken over into ${manifestName}.`);
  if (others > 0)
    context.terminal.note(`${others} more ${others === 1 ? 'is' : 'are'} from elsewhere, and left to npx skills.`);
  return names;
}

async function fromLock(context: Context, project: Project, options: InstallOptions): Promise<Outcome> {
  const manifest = await readManifest(project);
  const before = await readLock(project);
  const chosen = chosenFrom(manifest, before);
  const there = contextAt(context, manifest.registry);
  const registry = await there.registry().catch(onlyIfHere);
  const { force = false, dryRun = false } = options;
  const wish = { project, manifest, before, chosen, lock: before as LockFile, force, dryRun };
  const installed = await installChosen(there, registry, wish);
  return outcomeOf(context, { project, installed, chosen, before, dryRun, isFrozen: true });
}

async function fromNames(
  context: Context,
  project: Project,
  names: readonly string[],
  options: InstallOptions,
): Promise<Outcome> {
  const known = await readManifest(project).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const there = known ? contextAt(context, known.registry) : context;
  const registry = await there.registry();
  const added: Named[] = [];
  for (const name of names) added.push(await named(registry, name));
  const manifest = await withNames(there, registry, project, known, added, options);
  const before = await readLock(project);
  // What is named with a version moves to it, and a kit or an author that is named is looked at again.
  const isNamed = new Set([
    ...added.filter((one) => one.kind !== 'skill' || one.wish !== undefined).map(({ name }) => name),
  ]);
  const resolution = await resolve(registry, manifest, before?.skills ?? {}, (name) => isNamed.has(name));
  await refuseAny(resolution, there, registry, before);
  const { chosen } = resolution;
  const { force = false, dryRun = false } = options;
  const installed = await installChosen(there, registry, {
    project,
    manifest,
    before,
    chosen,
    force,
    dryRun,
  });
  return outcomeOf(context, { project, installed, chosen, before, dryRun });
}

/** The manifest with what the command line adds to it. */
async function withNames(
  context: Context,
  registry: Registry,
  project: Project,
  known: Manifest | undefined,
  added: readonly Named[],
  { agent, link }: InstallOptions,
): Promise<Manifest> {
  const manifest: Manifest = known
    ? structuredClone(known)
    : { registry: registry.mirrorUrl, agents: await agentsFor(context, project, agent), skills: {} };
  if (agent) manifest.agents = agentsNamed(agent);
  if (link !== undefined) manifest.link = link;
  if (manifest.link && project.root === context.config.home)
    throw new Failure('In your home folder, links are sync’s. Install copies here: --no-link', exitCodes.usage);
  for (const one of added) add(manifest, one);
  return manifest;
}

async function agentsFor(context: Context, project: Project, agent: string | undefined): Promise<string[]> {
  if (agent) return agentsNamed(agent);
  const found = agentsIn(project);
  return found.length > 0 ? found : askForAgents(context);
}

/** A label that is a semantic version is kept as it was written: `1.2.0` stays on it, `^1.2.0` and `1.x` move. */
function add(manifest: Manifest, one: Named): void {
  if (one.kind === 'skill') manifest.skills[one.name] = one.wish ?? manifest.skills[one.name] ?? 'latest';
  else if (one.kind === 'kit') manifest.kits = [...new Set([...(manifest.kits ?? []), one.name])];
  else manifest.authors = [...new Set([...(manifest.authors ?? []), one.name])];
}

/** Without the registry, what is in the store already can be installed. */
function onlyIfHere(error: unknown): undefined {
  if (error instanceof Unreachable) return undefined;
  throw error;
}
