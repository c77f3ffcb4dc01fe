import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes, Failure } from '../failure.ts';
import { projectAround } from '../project/project.ts';
import { skillReference } from '../reference.ts';

interface RemoveOptions {
  library?: boolean;
  force?: boolean;
  dryRun?: boolean;
}

/** Takes skills out of the project, or out of the library: the next sync of each device takes them away there. */
export async function remove(context: Context, names: readonly string[], options: RemoveOptions): Promise<Outcome> {
  const project = options.library ? undefined : projectAround(context);
  if (project) return (await import('./project/uninstall.ts')).uninstall(context, project, names, options);
  if (options.force || options.dryRun)
    throw new Failure('--force and --dry-run are for projects, and there is none here.', exitCodes.usage);
  const { origin } = await context.registry();
  const removed = [];
  for (const name of names) {
    const { author, slug } = skillReference(name);
    removed.push(await origin.removeLibrarySkill({ author, slug }));
  }
  const said = removed.map(({ skill_id }) => nameOf(skill_id)).join(', ');
  return {
    text: `Removed ${said} from your library. Next: skill-registry sync`,
    json: removed.length === 1 ? removed[0] : removed,
  };
}
