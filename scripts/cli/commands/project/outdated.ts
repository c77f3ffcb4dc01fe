/** Which skills of a project have a newer version than the lock says. */
import { type Context, exitCodes, type Outcome } from '../../context.ts';
import { opened } from '../../project/opened.ts';
import { type Project, refuseUnfinished } from '../../project/project.ts';
import { resolve } from '../../project/resolve.ts';
import { oneLine } from '../../terminal/printable.ts';
import { columns, plural } from '../../terminal/table.ts';

/** `wanted`: the newest that `skills.json` asks for. `latest`: the newest there is. */
export async function outdatedIn(context: Context, project: Project): Promise<Outcome> {
  refuseUnfinished(project);
  const { manifest, before, registry } = await opened(context, project);
  const { chosen, refused } = await resolve(registry, manifest, {}, () => true);
  for (const { message } of refused) context.terminal.note(message);
  const skills = chosen.flatMap(({ name, hash, label, latest }) => {
    const locked = before?.skills[name];
    const isThere = locked?.hash === hash && locked.version === latest;
    return isThere ? [] : [{ name, locked: locked?.version ?? null, wanted: label, latest }];
  });
  const rows = skills.map(({ name, locked, wanted, latest }) => [
    name,
    locked === null ? 'not installed' : oneLine(locked),
    `wanted ${oneLine(wanted)}`,
    `latest ${oneLine(latest)}`,
  ]);
  const isAny = skills.length > 0 || refused.length > 0;
  return {
    text: rows.length > 0 ? columns(rows) : `${plural(chosen.length, 'skill')} checked: none has a newer version.`,
    json: { skills, refused },
    exitCode: isAny ? exitCodes.failed : exitCodes.done,
  };
}
