/**
 * One sync: asks what is approved, and brings agents' folders there. An unchanged list costs one request and a look at
 * the links and at what the file system says of the files. Whatever it is killed at, each skill is the old version or the
 * new one, whole; the next sync goes on.
 */
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import type { Context } from '../context.ts';
import { Unreachable } from '../failure.ts';
import { locked } from '../lock.ts';
import { checkedLog } from '../registry/log/checked.ts';
import type { Registry } from '../registry/registry.ts';
import { type Advised, adviceGoing, adviceHere, advisedOf, advisories } from './download/advisories.ts';
import { currentList, knownList } from './download/keptList.ts';
import { checkFrozen } from './frozen.ts';
import { makeHome, type SyncHome } from './home.ts';
import { fetchManifest, type Refused } from './manifest.ts';
import { readFolders } from './places/folderEntries.ts';
import { foldersOf } from './places/folders.ts';
import { heldIn } from './places/installed.ts';
import { removeUnfinished } from './places/links.ts';
import { heldHere, isDone, keptVersions, type Plan, planSync } from './plan.ts';
import type { SyncReport } from './report.ts';
import { readState, type State, writeState } from './state.ts';
import { lookForEdits, objectionsTo } from './store/edits.ts';
import { isDue } from './store/retired.ts';
import { syncHomeOf } from './syncHome.ts';
import { now, type SyncOptions, type SyncRun } from './syncRun.ts';

/** Errors: `Unreachable` where nothing is here to keep; `Failure`. */
export async function sync(context: Context, options: SyncOptions): Promise<SyncReport> {
  const registry = await context.registry().catch(reasonToStay);
  const home = syncHomeOf(context, registry instanceof Error ? undefined : registry);
  await makeHome(home);
  return locked({ ...home, purpose: 'sync', patience: 0 }, async () => {
    const state = await readState(home);
    const answer = registry instanceof Error ? registry : await approvedNow(registry, state).catch(reasonToStay);
    if (answer instanceof Error || registry instanceof Error) {
      if (state.synced_at === 0) throw answer;
      checkFrozen(options.frozen, state.approved);
      context.terminal.note((answer as Error).message);
      const advised = await advisedOf(home, await knownList(home, advisories), heldIn(home, state));
      const problems = advised.map((one) => ({ skill_id: one.skill_id, message: adviceHere(one) }));
      return { ...emptyReport(options), approved: state.approved.length, offline: true, problems };
    }
    const log = await checkedLog(context, registry, home);
    return bringAbout({ context, registry, log, home, options }, state, answer);
  });
}

interface Approval {
  state: State;
  refused: Refused[];
  isNew: boolean;
}

async function approvedNow(registry: Registry, state: State): Promise<Approval> {
  const manifest = await fetchManifest(registry, state.etag);
  if (!manifest) return { state, refused: [], isNew: false };
  const { approved, held, refused, etag } = manifest;
  const named = new Set(approved.map(({ skill_id }) => skill_id));
  const untouched = refused.map(({ skill_id }) => skill_id).filter((id) => !named.has(id));
  // What was wrong is to be said again the next time, so the list is asked for again.
  return { state: { ...state, approved, held, untouched, etag: refused.length > 0 ? '' : etag }, refused, isNew: true };
}

async function bringAbout(
  { context, registry, log, home, options }: Pick<SyncRun, 'context' | 'registry' | 'log' | 'home' | 'options'>,
  before: State,
  { state, refused, isNew }: Approval,
): Promise<SyncReport> {
  checkFrozen(options.frozen, state.approved);
  const folders = await foldersOf(context, state, options.agents);
  if (!options.dryRun) for (const folder of folders.all) await removeUnfinished(folder);
  const plan = planSync({ ...state, folders: folders.chosen, found: readFolders(home, folders.all) });
  const kept = keptVersions(plan);
  const looked = await lookForEdits(home, kept, state.traces);
  const advised = await advisedNow(registry, home, before, plan);
  const report: SyncReport = {
    ...emptyReport(options),
    approved: state.approved.length,
    held: heldHere(state),
    folders: folders.chosen,
    looked_at: { files: looked.files, versions_read: looked.read },
    problems: [
      ...refused.map(({ skill_id, reason }) => ({ skill_id, message: reason })),
      ...folders.problems,
      ...advised.map((one) => ({
        skill_id: one.skill_id,
        message: kept.has(one.version) ? adviceHere(one) : adviceGoing(one, registry),
      })),
      ...(options.force ? [] : objectionsTo(plan, looked)),
    ],
  };
  const round: SyncRun = { context, registry, log, home, options, state, folders, plan, looked, report };
  const isIdle = isDone(plan) && !options.force && !options.prune && !isDue(state, now());
  const isChosen = options.agents === undefined || String(options.agents) === String(before.agents);
  // Loaded when it is needed: a sync that finds nothing to do is over in the time that takes.
  if (!isIdle || options.dryRun) return (await import('./applyPlan.ts')).applyPlan(round);
  if (isNew || !isChosen || looked.read > looked.edits.size + looked.refused.size) {
    const { traces } = looked;
    await writeState(home, { ...state, ...(options.agents && { agents: options.agents }), traces, synced_at: now() });
  }
  return report;
}

/** Of what stands here before the sync: why something goes is asked of where that was decided. */
async function advisedNow(registry: Registry, home: SyncHome, state: State, plan: Plan): Promise<Advised[]> {
  const isGoing = plan.removals.length > 0 || plan.slots.some(({ action }) => action === 'switch');
  return advisedOf(
    home,
    await currentList(registry, home, advisories, isGoing ? 'origin' : 'hourly'),
    heldIn(home, state),
  );
}

const emptyReport = ({ dryRun = false }: SyncOptions): SyncReport => ({
  offline: false,
  dry_run: dryRun,
  approved: 0,
  held: [],
  folders: [],
  looked_at: { files: 0, versions_read: 0 },
  placed: [],
  removed: [],
  kept: [],
  problems: [],
});

/** What is here stays in use while the registry is away. */
function reasonToStay(error: unknown): Error {
  if (error instanceof Unreachable) return error;
  if (error instanceof RegistryError && (error.status >= 500 || error.status === 429)) return error;
  throw error;
}
