/** A skill for once: its text for an agent, and where its other files are. Nothing is installed. */
import { skillFile } from '../../../../origin/bundle/paths.ts';
import { reference } from '../../../../origin/contract/grammar/ids.ts';
import { type Context, Failure, type Outcome } from '../../context.ts';
import { locked } from '../../lock.ts';
import type { Manifest } from '../../project/manifest.ts';
import { listsOf, refuseObjections } from '../../project/objections.ts';
import { refuseAny } from '../../project/refuse.ts';
import { resolve } from '../../project/resolve.ts';
import { skillReference } from '../../reference.ts';
import { checkedLog } from '../../registry/log/checked.ts';
import { bringVersions } from '../../sync/download/bringVersions.ts';
import { unprovedOf } from '../../sync/download/unproved.ts';
import { makeHome } from '../../sync/home.ts';
import { readLocalVersions } from '../../sync/store/localVersions.ts';
import { retireNow } from '../../sync/store/retired.ts';
import { emptyStaging, filesOfVersion, folderOfVersion } from '../../sync/store/versions.ts';
import { syncHomeOf } from '../../sync/syncHome.ts';
import { oneLine } from '../../terminal/printable.ts';

/** Milliseconds to wait for a sync of this machine. */
const patience = 60_000;

export async function use(context: Context, text: string, { path = false }: { path?: boolean }): Promise<Outcome> {
  const registry = await context.registry();
  const { wanted = 'latest', ...skill } = skillReference(text);
  const name = reference.format(skill);
  const manifest: Manifest = { registry: registry.mirrorUrl, agents: ['agents'], skills: { [name]: wanted } };
  const resolution = await resolve(registry, manifest, {}, () => true);
  await refuseAny(resolution, context, registry);
  const [one] = resolution.chosen;
  if (!one) throw new Failure(`${name} has no available version.`);
  for (const warning of one.warnings) context.terminal.note(context.terminal.style.yellow(`${name} is ${warning}`));
  const home = syncHomeOf(context, registry);
  await makeHome(home);
  return locked({ ...home, purpose: 'sync', patience }, async () => {
    const ground = await readLocalVersions(home);
    const version = { skill_id: one.skill_id, hash: one.hash, source: one.isPrivate ? 'own' : '' };
    const log = await checkedLog(context, registry, home);
    const brought = await bringVersions({ context, registry, log, home, ground }, [version]);
    const unproved = await unprovedOf(log, [version], brought);
    const { here, failures } = brought;
    for (const why of unproved.values()) context.terminal.note(context.terminal.style.yellow(`${name} is ${why}`));
    const found = here.get(one.hash);
    if (!found) throw new Failure(`${name} ${oneLine(one.label)} can’t be had: ${failures.get(one.hash)}`);
    await refuseObjections(await listsOf(registry, home), [one]);
    await retireNow(context, home, { changed: true, inUse: found });
    await emptyStaging(home);
    const folder = await folderOfVersion(home, found);
    const files = await filesOfVersion(home, found);
    const main = files.find((file) => file.path === skillFile);
    const others = files.length - 1;
    const where = others > 0 ? [`The other files of this skill are in ${folder}`, ''] : [];
    return {
      text: path ? folder : [...where, new TextDecoder().decode(main?.bytes).trimEnd()].join('\n'),
      json: { name, version: one.label, hash: one.hash, folder },
    };
  });
}
