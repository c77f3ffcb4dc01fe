import { stat } from 'node:fs/promises';
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import type { Context, Outcome } from '../context.ts';
import { exitCodes } from '../failure.ts';
import { isLocked } from '../lock.ts';
import { refusalOf } from '../registry/log/checked.ts';
import { askForLog } from '../registry/log/discovery.ts';
import type { KnownLog } from '../registry/log/known.ts';
import { checkLog } from '../registry/log/log.ts';
import { policyOf } from '../registry/log/policy.ts';
import { cosignedText } from '../registry/log/witnessed.ts';
import type { Registry } from '../registry/registry.ts';
import { adviceHere, advisedOf, advisories } from '../sync/download/advisories.ts';
import { knownList } from '../sync/download/keptList.ts';
import type { SyncHome } from '../sync/home.ts';
import type { Folders } from '../sync/places/folders.ts';
import { heldIn } from '../sync/places/installed.ts';
import { isDone, keptVersions, type Plan } from '../sync/plan.ts';
import { planNow } from '../sync/planNow.ts';
import { lookedText } from '../sync/report.ts';
import { readState, type State } from '../sync/state.ts';
import { lookForEdits, objectionsTo } from '../sync/store/edits.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { explain } from '../terminal/explain.ts';
import { day, plural } from '../terminal/table.ts';

interface Check {
  name: string;
  ok: boolean;
  /** One sentence; with a way on where it is not well. */
  message: string;
}

/** Looks whether this machine can sync, and whether what it holds is in order. Changes nothing but what it saw of the log. */
export async function doctor(context: Context): Promise<Outcome> {
  const checks: Check[] = [await configCheck(context)];
  const registry = await context.registry().catch((error: unknown) => error);
  const isConnected = !(registry instanceof Error);
  if (isConnected) checks.push(...(await registryChecks(registry as Registry)));
  else checks.push({ name: 'registry', ok: false, message: explain(registry).message });
  const home = syncHomeOf(context, isConnected ? (registry as Registry) : undefined);
  if (isConnected) checks.push(await logCheck(context, registry as Registry, home));
  const state = await readState(home);
  const { folders, plan } = await planNow(context, home, state);
  const files = await filesCheck(home, state, plan);
  checks.push(await syncCheck(home, state), ...planChecks(folders, plan), files, await advisoriesCheck(home, state));
  const isWell = checks.every(({ ok }) => ok);
  const { green, red } = context.terminal.style;
  const lines = checks.map(({ name, ok, message }) => `${ok ? green('ok  ') : red('FAIL')} ${name}: ${message}`);
  return {
    text: [...lines, isWell ? `All ${checks.length} checks passed. ${unread}` : 'Some checks failed.'].join('\n'),
    json: { ok: isWell, checks },
    exitCode: isWell ? exitCodes.done : exitCodes.failed,
  };
}

const unread = 'They don’t read the files. To check every byte and signature: skill-registry verify';

async function configCheck({ config }: Context): Promise<Check> {
  const name = 'config';
  const stats = await stat(config.file).catch(() => undefined);
  if (!stats)
    return { name, ok: true, message: `${config.file} doesn’t exist yet; the registry is ${config.registryUrl}.` };
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
  if (isOpen) return { name, ok: false, message: `other users can read ${config.file}: chmod 600 ${config.file}` };
  return { name, ok: true, message: `${config.file}; the registry is ${config.registryUrl}.` };
}

async function registryChecks({ origin, mirror, originUrl, mirrorUrl }: Registry): Promise<Check[]> {
  const attempt = async (name: string, work: () => Promise<Omit<Check, 'name'>>): Promise<Check> => {
    try {
      return { name, ...(await work()) };
    } catch (error) {
      return { name, ok: false, message: explain(error).message };
    }
  };
  return Promise.all([
    attempt('mirror', async () => {
      const { skills } = await mirror.getRegistryStats({});
      return { ok: true, message: `${mirrorUrl} answers and has ${plural(skills, 'skill')}.` };
    }),
    attempt('origin', async () => {
      const { authenticated, handle, token_class, scopes } = await origin.whoami({});
      if (!authenticated) {
        return { ok: false, message: `${originUrl} answers, but this machine is not paired: skill-registry pair` };
      }
      const who = `${originUrl} knows this machine${handle ? ` as ${handle}’s` : ''} (${token_class}).`;
      if (scopes?.includes('sync')) return { ok: true, message: who };
      return { ok: false, message: `${who} The token can’t sync: skill-registry pair` };
    }),
  ]);
}

async function logCheck({ config }: Context, registry: Registry, home: SyncHome): Promise<Check> {
  const name = 'log';
  try {
    const log = await checkLog({ registry, home, policy: policyOf(config) });
    if (log.away) throw log.away;
    const isFirst = !log.known();
    const cosigned = await log.cosigned(-1);
    const known = log.known();
    const found = known && !isFirst ? goesOn(known) : (await askForLog(registry)) ? firstLook : noLog;
    const witnesses = cosigned ? ` Cosigned by ${cosignedText(cosigned)}.` : '';
    return { name, ok: cosigned?.isEnough ?? true, message: found + witnesses };
  } catch (error) {
    return { name, ok: false, message: explain(refusalOf(error, registry)).message };
  }
}

const goesOn = ({ origin, checkpoint }: KnownLog): string =>
  `${origin} goes on from what this machine saw of it, ${plural(parseCheckpoint(checkpoint).size, 'entry', 'entries')}.`;
const firstLook = 'the registry has a transparency log, of which this machine saw nothing yet.';
const noLog = 'the registry has no transparency log, so nothing of it is proved.';

async function syncCheck(home: SyncHome, { synced_at, approved }: State): Promise<Check> {
  const name = 'sync';
  if (await isLocked(home.lock)) return { name, ok: true, message: 'one is running now.' };
  if (synced_at === 0) return { name, ok: true, message: 'not synced yet: skill-registry sync' };
  return { name, ok: true, message: `last on ${day(synced_at)}; ${plural(approved.length, 'skill')} approved then.` };
}

/** What is to be said of folders and links, by what a sync would do. */
function planChecks(folders: Folders, plan: Plan): Check[] {
  const off = plan.slots.filter(({ action }) => action !== 'keep').map(({ path }) => path);
  const paths = [...off, ...plan.removals.map(({ path }) => path)];
  const shown = paths.slice(0, 3).join(', ') + (paths.length > 3 ? ` and ${paths.length - 3} more` : '');
  return [
    ...folders.problems.map(({ message }) => ({ name: 'folders', ok: false, message })),
    { name: 'folders', ok: folders.chosen.length > 0, message: folders.chosen.join(', ') || 'no usable folder.' },
    isDone(plan)
      ? { name: 'links', ok: true, message: `all ${plan.slots.length} are in place.` }
      : { name: 'links', ok: false, message: `not as approved: ${shown}. Next: skill-registry sync` },
  ];
}

async function filesCheck(home: SyncHome, { traces }: State, plan: Plan): Promise<Check> {
  const name = 'files';
  const looked = await lookForEdits(home, keptVersions(plan), traces);
  const messages = objectionsTo(plan, looked).map(({ message }) => message);
  const more = messages.length > 3 ? ` And ${messages.length - 3} more.` : '';
  if (messages.length > 0) return { name, ok: false, message: messages.slice(0, 3).join(' ') + more };
  const { files, read } = looked;
  const found = files > 0 ? ', none edited since the sync' : '';
  return { name, ok: true, message: `${lookedText({ files, versions_read: read })}${found}.` };
}

async function advisoriesCheck(home: SyncHome, state: State): Promise<Check> {
  const name = 'advisories';
  const known = await knownList(home, advisories);
  const advised = await advisedOf(home, known, heldIn(home, state));
  const messages = advised.map((one) => `${nameOf(one.skill_id)}: ${adviceHere(one)}`);
  if (messages.length > 0) return { name, ok: false, message: messages.join(' ') };
  if (known.fetched_at === 0)
    return { name, ok: true, message: 'the list has not been downloaded yet: skill-registry sync' };
  return { name, ok: true, message: `none for the skills here, as of ${day(known.fetched_at)}.` };
}
