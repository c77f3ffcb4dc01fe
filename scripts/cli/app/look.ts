/** What the app shows: what is on this machine by looking at it, and what waits by asking the registry. Changes nothing. */
import { nameOf } from '../../../origin/contract/grammar/ids.ts';
import { askedIn, newsWords } from '../../../origin/contract/words/asked.ts';
import type { Context } from '../context.ts';
import { readLock } from '../project/lockFile.ts';
import { projectAt } from '../project/project.ts';
import { changesOf, type Waiting, waitingEntries } from '../registry/library.ts';
import type { Registry } from '../registry/registry.ts';
import { adviceHere, advisedOf, advisories } from '../sync/download/advisories.ts';
import { knownList } from '../sync/download/keptList.ts';
import { inParallel } from '../sync/download/parallel.ts';
import { heldIn } from '../sync/places/installed.ts';
import { rememberedProjects } from '../sync/places/projects.ts';
import { heldHere, keptVersions, type Slot } from '../sync/plan.ts';
import { planNow } from '../sync/planNow.ts';
import { readState } from '../sync/state.ts';
import { type Looked, lookForEdits, objectionsTo } from '../sync/store/edits.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { now } from '../sync/syncRun.ts';
import { explain } from '../terminal/explain.ts';
import { oneLine } from '../terminal/printable.ts';

export interface Here {
  skill_id: string;
  version_label: string;
  state: State;
}

export type State = 'placed' | 'edited' | 'refused' | 'missing' | 'older' | 'replaced' | 'foreign' | 'held' | 'leaving';

export interface Machine {
  /** Unix seconds; 0 before the first sync. */
  syncedAt: number;
  approved: number;
  /** What is in each agent's folder, or belongs there. */
  folders: { path: string; skills: Here[] }[];
  looked: Pick<Looked, 'files' | 'read'>;
  /** Sentences with a way on. */
  problems: string[];
  /** Whether a sync that replaces what was edited would change something. */
  canRestore: boolean;
  advised: string[];
  /** When the list of advisories was had, in Unix seconds; 0 where it never was. */
  advisoriesAt: number;
}

/** Needs no network. `registry` tells where its things are. */
export async function machineNow(context: Context, registry: Registry | undefined): Promise<Machine> {
  const home = syncHomeOf(context, registry);
  const state = await readState(home);
  const { folders, plan } = await planNow(context, home, state);
  const looked = await lookForEdits(home, keptVersions(plan), state.traces);
  const known = await knownList(home, advisories);
  const advised = await advisedOf(home, known, heldIn(home, state));
  const held = heldHere(state).filter(({ isHere }) => isHere);
  const inFolder = (folder: string): Here[] => [
    ...plan.slots
      .filter(({ path }) => isIn(folder, path))
      .map((slot) => ({ ...namedIn(slot.skill), state: stateOf(slot, looked) })),
    ...held.map((one) => ({ ...namedIn(one), state: 'held' as const })),
    ...plan.removals
      .filter(({ path }) => isIn(folder, path))
      .map(({ skill_id }) => ({ skill_id, version_label: '', state: 'leaving' as const })),
  ];
  return {
    syncedAt: state.synced_at,
    approved: state.approved.length,
    folders: folders.all
      .map((path) => ({ path, skills: inFolder(path) }))
      .filter(({ path, skills }) => skills.length > 0 || folders.chosen.includes(path)),
    looked,
    problems: [
      ...folders.problems.map(({ message }) => message),
      ...objectionsTo(plan, looked).map(({ message }) => message),
    ],
    canRestore: looked.edits.size > 0 || plan.slots.some(({ action }) => action === 'replaced'),
    advised: advised.map((one) => `${nameOf(one.skill_id)}: ${adviceHere(one)}`),
    advisoriesAt: known.fetched_at,
  };
}

const isIn = (folder: string, path: string): boolean =>
  path.startsWith(folder) && !/[\\/]./.test(path.slice(folder.length + 1));

const namedIn = ({ skill_id, version_label }: Omit<Here, 'state'>) => ({ skill_id, version_label });

function stateOf({ action, current = '' }: Slot, { edits, refused }: Looked): State {
  if (action === 'keep') return edits.has(current) ? 'edited' : refused.has(current) ? 'refused' : 'placed';
  return ({ link: 'missing', switch: 'older', replaced: 'replaced', foreign: 'foreign' } as const)[action];
}

export interface ToApprove {
  entry: Waiting;
  /** What is new in it, in words; undefined where nothing is approved to compare it with, or it was not compared. */
  news?: string[] | undefined;
}

export interface WaitingNow {
  skills: ToApprove[];
  /** When the registry said so, in Unix seconds; 0 where it never did. */
  at: number;
  /** Why the registry could not say it now; empty where it did. */
  problem: string;
}

/** How many versions are compared before a page is shown. */
const mostCompared = 30;

/** Keeps what the registry last said, for when it does not answer. What two versions differ in never changes. */
export function waitingWatch(): (registry: () => Promise<Registry>) => Promise<WaitingNow> {
  let last: WaitingNow = { skills: [], at: 0, problem: '' };
  const compared = new Map<string, string[] | undefined>();
  return async (registry) => {
    try {
      const there = await registry();
      const entries = await waitingEntries(there, []);
      await inParallel(4, entries.slice(0, mostCompared), async (entry) => {
        const pair = pairOf(entry);
        if (!compared.has(pair)) compared.set(pair, await newsOf(there, entry));
      });
      const skills = entries.map((entry) => ({ entry, news: compared.get(pairOf(entry)) }));
      last = { skills, at: now(), problem: '' };
      return last;
    } catch (error) {
      const isLate = (error as Error).name === 'TimeoutError';
      return { ...last, problem: isLate ? 'The registry did not answer in time.' : explain(error).message };
    }
  };
}

const pairOf = ({ skill_id, approved, pending }: Waiting): string =>
  `${skill_id} ${approved?.hash ?? ''} ${pending.hash}`;

async function newsOf(registry: Registry, entry: Waiting): Promise<string[] | undefined> {
  const changes = await changesOf(registry, entry);
  if (!changes) return undefined;
  const { news, incomplete, limits, tokens } = askedIn(changes.asks);
  return [...news.map((one) => newsWords(one, oneLine)), incomplete, limits, tokens].filter(Boolean);
}

export interface ProjectHere {
  id: string;
  root: string;
  /** Its registry; empty where its lock can't be read. */
  registry: string;
  skills: { name: string; version: string }[];
  /** Why there is nothing to show; empty where there is. */
  problem: string;
}

/** The projects that skills were installed into on this machine, by their locks. */
export async function projectsNow(context: Context): Promise<ProjectHere[]> {
  const projects = await rememberedProjects(context.config.dataDirectory);
  return Promise.all(
    projects.map(async ({ id, root }) => {
      const none = { id, root, registry: '', skills: [] };
      try {
        const lock = await readLock(projectAt(root, context));
        if (!lock) return { ...none, problem: 'Its lock is gone.' };
        const skills = Object.entries(lock.skills).map(([name, { version }]) => ({ name, version }));
        return { id, root, registry: lock.registry, skills, problem: '' };
      } catch (error) {
        return { ...none, problem: explain(error).message };
      }
    }),
  );
}
