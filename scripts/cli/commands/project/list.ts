/** What is installed: in the project, or on this machine. */
import { nameOf } from '../../../../origin/contract/grammar/ids.ts';
import type { Context, Outcome } from '../../context.ts';
import { readLock } from '../../project/lockFile.ts';
import { projectAround, refuseUnfinished } from '../../project/project.ts';
import { installedSkills } from '../../sync/places/installed.ts';
import { oneLine } from '../../terminal/printable.ts';
import { columns } from '../../terminal/table.ts';

/** Errors: those of reading the lock. */
export async function list(context: Context, { machine = false }: { machine?: boolean }): Promise<Outcome> {
  const project = machine ? undefined : projectAround(context);
  if (!project) return onMachine(context);
  refuseUnfinished(project);
  const lock = await readLock(project);
  const skills = Object.entries(lock?.skills ?? {});
  const rows = skills.map(([name, { version, from }]) => [name, oneLine(version), from.map(oneLine).join(', ')]);
  return {
    text: rows.length > 0 ? columns(rows) : 'No skills installed in this project.',
    json: { project: project.root, skills: Object.fromEntries(skills) },
  };
}

async function onMachine(context: Context): Promise<Outcome> {
  const skills = await installedSkills(context);
  const rows = skills.map(({ skill_id, version_label, hash }) => [nameOf(skill_id), oneLine(version_label), hash]);
  return { text: rows.length > 0 ? columns(rows) : 'No skills installed.', json: { skills } };
}
