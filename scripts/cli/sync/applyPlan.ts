/** Does what a plan says: downloads, places, clears away; and writes down how it stands. */
import { basename, dirname } from 'node:path';
import { allowedChanges } from './allowedChanges.ts';
import { fetchVersions } from './download/fetchVersions.ts';
import { kindOf, makeRealFolder } from './home.ts';
import { type FolderEntry, readFolders } from './places/folderEntries.ts';
import { moveToKept, placeLink, removeLink, switchLink } from './places/links.ts';
import type { Plan, Slot } from './plan.ts';
import type { SyncReport } from './report.ts';
import { type State, writeState } from './state.ts';
import { syncFolder } from './store/durable.ts';
import { readLocalVersions } from './store/localVersions.ts';
import { isAllSeen, retire } from './store/retired.ts';
import { emptyStaging, folderOfVersion, hashOfVersion } from './store/versions.ts';
import { now, type SyncRun } from './syncRun.ts';

export async function applyPlan(round: SyncRun): Promise<SyncReport> {
  const { home, options, folders, report } = round;
  const ground = await readLocalVersions(home);
  const { slots, removals, givenUp } = await allowedChanges(round, ground);
  if (options.dryRun) {
    for (const slot of slots) noteChange(report, slot);
    for (const { path, skill_id } of removals) report.removed.push({ skill_id, name: basename(path) });
    return deduplicated(report);
  }
  const state = await announceFolders(round);
  await emptyStaging(home);

  const { here, unproved } = await fetchVersions(round, slots, ground);
  for (const slot of slots) {
    const { hash } = slot.skill;
    const version = here.get(hash);
    if (version && (await placeVersion(round, slot, version))) noteChange(report, slot, unproved.get(hash));
  }
  for (const { path, skill_id } of removals) {
    await removeLink(path);
    report.removed.push({ skill_id, name: basename(path) });
  }
  for (const folder of folders.chosen) if ((await kindOf(folder)) === 'folder') await syncFolder(folder);
  await recordState(round, state, givenUp);
  return deduplicated(report);
}

/** Writes down which folders will be used before one is, so that a killed sync's links are found again. */
async function announceFolders({ home, state, options, folders }: SyncRun): Promise<State> {
  const announced = {
    ...state,
    ...(options.agents && { agents: options.agents }),
    folders: [...new Set([...state.folders, ...folders.chosen])],
  };
  if (announced.folders.length > state.folders.length) await writeState(home, { ...announced, etag: '' });
  return announced;
}

/** Whether the link is there now. What stands in the way by now is a problem of the report. */
async function placeVersion(
  { home, report }: SyncRun,
  { path, action, skill }: Slot,
  version: string,
): Promise<boolean> {
  const target = await folderOfVersion(home, version);
  try {
    await makeRealFolder(dirname(path));
    if (action === 'switch') await switchLink(path, target);
    else {
      if (action === 'replaced') {
        report.kept.push({ skill_id: skill.skill_id, path: await moveToKept(home, path) });
      }
      await placeLink(path, target);
    }
    return true;
  } catch (error) {
    report.problems.push({
      skill_id: skill.skill_id,
      message: `It could not be installed: ${(error as Error).message}.`,
    });
    return false;
  }
}

/** Says how the folders stand now, by looking at them. */
async function recordState(round: SyncRun, state: State, givenUp: Map<string, string>): Promise<void> {
  const { context, home, options, plan, folders, looked, report } = round;
  const found = readFolders(home, folders.all);
  const placed = placedIn(found, plan, state);
  const used = new Set([...found.values()].flatMap((there) => (there.kind === 'ours' ? [there.version] : [])));
  const { prune = false } = options;
  let { retired } = state;
  const isSeen = isAllSeen(state, folders.all);
  if (isSeen) {
    const ended = await retire(context, home, { found, retired, prune, givenUp });
    retired = ended.retired;
    for (const { path } of ended.kept) report.kept.push({ skill_id: '', path });
  }
  const inUse = [...folders.chosen, ...Object.keys(placed).map((path) => dirname(path))];
  const kept = isSeen ? [...new Set(inUse)] : state.folders;
  const traces = Object.fromEntries(Object.entries(looked.traces).filter(([version]) => used.has(version)));
  await writeState(home, { ...state, folders: kept, placed, retired, traces, synced_at: now() });
}

/** Our links, and the places that a person took over: those stay known as once ours. */
function placedIn(found: ReadonlyMap<string, FolderEntry>, { slots }: Plan, { placed }: State): State['placed'] {
  const bySlot = new Map(slots.map(({ path, skill }) => [path, skill.skill_id]));
  const now: State['placed'] = {};
  for (const [path, there] of found) {
    const skillId = bySlot.get(path) ?? placed[path]?.skill_id ?? '';
    if (there.kind === 'ours') now[path] = { skill_id: skillId, version: there.version };
    else if (placed[path] && bySlot.has(path)) now[path] = placed[path];
  }
  return now;
}

function noteChange(report: SyncReport, { path, skill, current, action }: Slot, unproved?: string): void {
  const { skill_id, hash, version_label } = skill;
  if (report.placed.some((one) => one.skill_id === skill_id)) return;
  const isOther = current !== undefined && hashOfVersion(current) !== hash;
  const change = action === 'link' ? 'added' : isOther ? 'updated' : 'restored';
  const name = basename(path);
  report.placed.push({ skill_id, hash, version_label, name, change, ...(unproved && { unproved }) });
}

/** A skill stands in several folders and is one skill. */
function deduplicated(report: SyncReport): SyncReport {
  const once = <T>(items: T[], key: (item: T) => string) => [
    ...new Map(items.map((item) => [key(item), item])).values(),
  ];
  const placed = new Set(report.placed.map(({ skill_id }) => skill_id));
  const removed = once(report.removed, ({ name }) => name).filter(({ skill_id }) => !placed.has(skill_id));
  const problems = once(report.problems, ({ skill_id, message }) => `${skill_id}\n${message}`);
  return { ...report, removed, problems };
}
