/** Brings a project's skills to what its manifest or its lock says: all of them, or nothing changes. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { locked } from '../lock.ts';
import { checkedLog } from '../registry/log/checked.ts';
import type { Registry } from '../registry/registry.ts';
import { bringVersions } from '../sync/download/bringVersions.ts';
import { makeHome } from '../sync/home.ts';
import { gitFolderAround, gitFolderText } from '../sync/places/gitFolder.ts';
import { placedIn } from '../sync/places/projects.ts';
import { fixedAround, fixedText, fixedWithin } from '../sync/places/writable.ts';
import { readLocalVersions } from '../sync/store/localVersions.ts';
import { retireNow } from '../sync/store/retired.ts';
import { emptyStaging, freePlace } from '../sync/store/versions.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import type { Chosen } from './chosen.ts';
import { foldersIn } from './folders.ts';
import { carryOut, makeReady } from './journal.ts';
import { type LockFile, lockText } from './lockFile.ts';
import { type Manifest, manifestText } from './manifest.ts';
import { lockOf, type Reached } from './newLock.ts';
import { type Lists, listsOf, refuseObjections } from './objections.ts';
import { type Change, checkLinks, planChange, slugIn } from './plan.ts';
import { lockName, manifestName, type Project, shownIn } from './project.ts';
import { type Proofs, proofsIn, refuseUnproved } from './proofs/proofs.ts';
import { seenFor, seenHere } from './proofs/seen.ts';
import { makeAllReady } from './stage.ts';
import { markOf } from './standing.ts';

/** Milliseconds to wait for a sync of this machine. */
const patience = 60_000;

export interface Wish {
  project: Project;
  manifest: Manifest;
  /** As it stands in the project; undefined where there is none. */
  before: LockFile | undefined;
  chosen: readonly Chosen[];
  /** The lock that is to be, where it is known: then only versions that are missing in the project are brought. */
  lock?: LockFile;
  /** Whether skills only go: nothing is put, and what there is against those that stay is no reason to refuse. */
  isRemoval?: boolean;
  force: boolean;
  dryRun: boolean;
}

export interface Installed {
  change: Change;
  lock: LockFile;
  /** What of it is proved. */
  proofs: Proofs;
  /** What was known against the versions. */
  lists: Lists;
  folders: string[];
  /** Where `--force` left what people had edited. */
  kept: string[];
  /** Skills that stay, and that a removal found missing in the folders. */
  missing: number;
}

/** Errors: `Failure` where a skill can't be had or something stands in the way: then nothing was changed. */
export async function installChosen(context: Context, registry: Registry | undefined, wish: Wish): Promise<Installed> {
  const { project, manifest, before, chosen, isRemoval = false, force, dryRun } = wish;
  const home = syncHomeOf(context, registry);
  await makeHome(home);
  const folders = await foldersIn(project, manifest.agents);
  return locked({ ...home, purpose: 'sync', patience }, async () => {
    const link = manifest.link === true;
    const asked = listsOf(registry, home);
    const log = registry && (await checkedLog(context, registry, home));
    const seen = await seenFor(isRemoval ? undefined : (wish.lock ?? before), { registry, log, home });
    const held = wish.lock && (isRemoval ? proofsIn(wish.lock, seen) : refuseUnproved(wish.lock, seen, restoreIt));
    const placed = await placedIn(project.state);
    const change = planChange({ project, home, folders, before, placed, chosen, link, force });
    await checkLinks({ project, home, force }, change);
    const missing = isRemoval ? new Set(change.puts.map(({ skill }) => skill.name)).size : 0;
    if (isRemoval) change.puts = [];
    const lists = await asked;
    if (!isRemoval) await refuseObjections(lists, chosen, change.contents);
    if (!isRemoval) refuseGitFolder(project, change);
    refuseWhatStands(change, force);
    if (!dryRun) await refuseFixed(project, change);
    const versions = await versionsFor(context, { registry, log, home }, chosen, change, wish.lock);
    // Of what was just brought, the files are known now.
    if (lists.advice.items.length > 0 && !isRemoval) await refuseObjections(lists, chosen, change.contents);
    const lock = wish.lock ?? (await lockOf(context, { registry, log, home }, wish, versions));
    const proofs = held ?? refuseUnproved(lock, await seenHere(log, home), tellOperator);
    const kept: string[] = [];
    if (dryRun) return { change, lock, proofs, lists, folders, kept, missing };
    const files = wish.lock && wish.lock === before ? [] : await changedOf(project, textsOf(manifest, lock));
    if (change.puts.length + change.drops.length + files.length > 0) {
      await makeReady(project);
      await makeAllReady({ project, home, versions, link }, change.puts);
    }
    const edited = new Set(change.inTheWay.map(({ path }) => path));
    const inStore = new Set<string>();
    const moves = [];
    for (const [index, { path, name, before }] of [
      ...change.puts.map(({ path, skill, before }) => ({ path, name: skill.name, before })),
      ...change.drops,
    ].entries()) {
      // Of a link, what was edited stays in the store.
      if (edited.has(path) && before.kind === 'link') inStore.add(join(home.versions, before.version));
      const keep =
        edited.has(path) && before.kind !== 'link' ? await freePlace(home.kept, slugIn(name), kept) : undefined;
      if (keep) kept.push(keep);
      moves.push({
        ...(index < change.puts.length && { from: index }),
        to: shownIn(project, path),
        before: before.kind === 'folder' ? before.hash : markOf(path),
        ...(keep && { keep }),
      });
    }
    await carryOut(project, { kept: home.kept, moves, files, placed: change.places });
    const ended = await retireNow(context, home, { changed: moves.length + files.length > 0 });
    await emptyStaging(home);
    return { change, lock, proofs, lists, folders, kept: [...kept, ...inStore, ...ended], missing };
  });
}

const restoreIt = `Find out who changed ${lockName}, and restore it from version control.`;
const tellOperator = `If ${lockName} was changed, restore it from version control; else tell the operator of the registry.`;

const textsOf = (manifest: Manifest, lock: LockFile) => [
  { path: manifestName, text: manifestText(manifest) },
  { path: lockName, text: lockText(lock) },
];

/** A checkout without changes stays one, and needs no journal. */
async function changedOf({ root }: Project, files: readonly { path: string; text: string }[]) {
  const found = await Promise.all(files.map(({ path }) => readFile(join(root, path), 'utf8').catch(() => undefined)));
  return files.filter(({ text }, index) => found[index] !== text);
}

function refuseGitFolder(project: Project, { places }: Change): void {
  const found = gitFolderAround(
    project.root,
    Object.keys(places).map((place) => join(project.root, place)),
  );
  if (found) throw new Failure(`${gitFolderText(shownIn(project, found) || found)} Nothing was changed.`);
}

async function refuseFixed(project: Project, { puts, drops }: Change): Promise<void> {
  const changed = [...puts, ...drops];
  // Most stand in one folder.
  const around = new Map([project.work, ...changed.map(({ path }) => path)].map((path) => [dirname(path), path]));
  const looks = [
    ...[...around.values()].map((path) => fixedAround(path)),
    ...changed.map(({ path }) => fixedWithin(path)),
  ];
  for (const found of await Promise.all(looks)) {
    if (found) throw new Failure(`${fixedText(shownIn(project, found) || found)} Nothing was changed.`);
  }
}

function refuseWhatStands({ inTheWay }: Change, force: boolean): void {
  if (force || inTheWay.length === 0) return;
  const [first, ...more] = inTheWay;
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  throw new Failure(`${first?.message}${others}. Nothing was changed. To replace it and keep a copy: --force`);
}

/** Where each version is in the store. Only what has to be put is brought, but for a lock that is new. */
async function versionsFor(
  context: Context,
  { registry, log, home }: Reached,
  chosen: readonly Chosen[],
  { puts }: Change,
  lock: LockFile | undefined,
): Promise<Map<string, string>> {
  const needed = new Set(puts.map(({ skill }) => skill.hash));
  const wanted = chosen
    .filter(({ hash }) => !lock || needed.has(hash))
    .map(({ name, skill_id, hash, isPrivate }) => ({
      ...{ skill_id, hash, source: isPrivate ? 'own' : '' },
      proof: lock?.log && lock.skills[name]?.proof,
    }));
  const ground = await readLocalVersions(home);
  const { here, failures } = await bringVersions({ context, registry, log, home, ground }, wanted);
  const [failed] = chosen.filter(({ hash }) => failures.has(hash));
  if (failed) {
    const more = failures.size > 1 ? ` (and ${failures.size - 1} more)` : '';
    throw new Failure(
      `${failed.name} ${failed.label} can’t be had${more}: ${failures.get(failed.hash)} Nothing was changed.`,
    );
  }
  return here;
}
