/** What every command of a project begins with. */
import type { Context } from '../context.ts';
import type { Registry } from '../registry/registry.ts';
import { type LockFile, readLock } from './lockFile.ts';
import { type Manifest, readManifest } from './manifest.ts';
import type { Project } from './project.ts';
import { contextAt } from './registry.ts';

export interface Opened {
  manifest: Manifest;
  /** Undefined where nothing was installed yet. */
  before: LockFile | undefined;
  /** The context with the project's own registry. */
  there: Context;
  registry: Registry;
}

/** Errors: `Unreachable`; those of reading the two files. */
export async function opened(context: Context, project: Project): Promise<Opened> {
  const manifest = await readManifest(project);
  const before = await readLock(project);
  const there = contextAt(context, manifest.registry);
  return { manifest, before, there, registry: await there.registry() };
}
