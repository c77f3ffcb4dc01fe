/** Why a project has a skill. */
import type { Context, Outcome } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { readLock } from '../../project/lockFile.ts';
import { readManifest } from '../../project/manifest.ts';
import { lockName, manifestName, refuseUnfinished, requireProject } from '../../project/project.ts';
import { oneLine } from '../../terminal/printable.ts';

export async function why(context: Context, name: string): Promise<Outcome> {
  const project = requireProject(context);
  refuseUnfinished(project);
  const { skills } = await readManifest(project);
  const lock = await readLock(project);
  const locked = lock && Object.hasOwn(lock.skills, name) ? lock.skills[name] : undefined;
  if (!locked) throw new Failure(`${name} is not in ${lockName}.`);
  const reasons = locked.from.map((from) =>
    from === manifestName ? `${manifestName} asks for it: ${oneLine(skills[name] ?? '')}` : `the ${from} has it`,
  );
  return {
    text: [`${name} ${oneLine(locked.version)}`, ...reasons.map((reason) => `  ${reason}`)].join('\n'),
    json: { name, ...locked },
  };
}
