import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import { type Context, exitCodes, type Outcome } from '../context.ts';
import { projectAround } from '../project/project.ts';
import { namesIn } from '../reference.ts';
import { fromEither, skillRecord } from '../registry/reads.ts';
import { inParallel } from '../sync/download/parallel.ts';
import { installedSkills } from '../sync/places/installed.ts';
import { oneLine } from '../terminal/printable.ts';
import { columns, plural } from '../terminal/table.ts';

const atOnce = 8;

/** Which skills have a newer version than the one that is here: in the project, or on this machine. */
export async function outdated(context: Context, { machine = false }: { machine?: boolean }): Promise<Outcome> {
  const project = machine ? undefined : projectAround(context);
  if (project) return (await import('./project/outdated.ts')).outdatedIn(context, project);
  const registry = await context.registry();
  const installed = await installedSkills(context);
  const found = new Map<string, Newer>();
  const unknown: string[] = [];
  await inParallel(atOnce, installed, async ({ skill_id, hash, version_label }) => {
    try {
      const skill = await fromEither(registry, (client) => skillRecord(client, namesIn(skill_id)));
      if (skill.latest_hash === hash) return;
      const latest = { hash: skill.latest_hash, version_label: skill.version_label };
      found.set(skill_id, { skill_id, installed: { hash, version_label }, latest, deprecated: skill.deprecated });
    } catch (error) {
      if (!(error instanceof RegistryError && error.status === 404)) throw error;
      unknown.push(skill_id);
    }
  });
  const skills = [...found.values()].sort((a, b) => (a.skill_id < b.skill_id ? -1 : 1));
  for (const skillId of unknown.sort())
    context.terminal.note(`${nameOf(skillId)} is no longer available at the registry.`);
  const rows = skills.map(({ skill_id, installed, latest, deprecated }) => [
    nameOf(skill_id),
    oneLine(installed.version_label),
    `→ ${oneLine(latest.version_label)}`,
    deprecated ? context.terminal.style.yellow('deprecated') : '',
  ]);
  const seen = installed.length - unknown.length;
  const all =
    installed.length === 0
      ? 'No skills installed.'
      : `${plural(seen, 'installed skill')} checked: none has a newer version.`;
  return {
    text: rows.length > 0 ? columns(rows) : all,
    json: { skills, unknown },
    exitCode: rows.length > 0 ? exitCodes.failed : exitCodes.done,
  };
}

interface Newer {
  skill_id: string;
  installed: { hash: string; version_label: string };
  latest: { hash: string; version_label: string };
  deprecated: boolean;
}
