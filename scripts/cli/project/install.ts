/** Brings a project's skills to what its manifest or its lock says: all of them, or nothing changes. */
import { packArchive } from '../../../origin/bundle/archive/archive.ts';
import { sha256 } from '../../../origin/bundle/manifest.ts';
import { digitsOf } from '../../../origin/contract/grammar.ts';
import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { locked } from '../lock.ts';
import { fromEither } from '../reads.ts';
import { namesIn } from '../reference.ts';
import type { Registry } from '../registry.ts';
import { adviceText, advisedOf, currentAdvisories, knownAdvisories } from '../sync/advisories.ts';
import { bringVersions } from '../sync/bringVersions.ts';
import { makeHome, type SyncHome } from '../sync/home.ts';
import { readLocalVersions } from '../sync/localVersions.ts';
import { inParallel } from '../sync/parallel.ts';
import { judge } from '../sync/signatures.ts';
import { syncHomeOf } from '../sync/syncHome.ts';
import { filesOfVersion, freePlace } from '../sync/versions.ts';
import { foldersIn } from './folders.ts';
import { carryOut, makeReady } from './journal.ts';
import { type Locked, type LockFile, lockText } from './lockFile.ts';
import { type Manifest, manifestText } from './manifest.ts';
import { type Change, folderNames, planChange, slugIn } from './plan.ts';
import { lockName, manifestName, type Project, shownIn } from './project.ts';
import type { Chosen } from './resolve.ts';
import { makeAllReady } from './stage.ts';

/** Milliseconds to wait for a sync of this machine. */
const patience = 60_000;

export interface Wish {
  project: Project;
  manifest: Manifest;
  /** As it stands in the project; undefined where there is none. */
  before: LockFile | undefined;
  chosen: readonly Chosen[];
  /** Whether the lock is what is to be, to the letter: nothing is asked of the registry but what is missing. */
  frozen: boolean;
  force: boolean;
  dryRun: boolean;
}

export interface Installed {
  change: Change;
  lock: LockFile;
  folders: string[];
  /** Where `--force` left what people had edited. */
  kept: string[];
}

/** Errors: `Failure` where a skill can't be had or something stands in the way: then nothing was changed. */
export async function installChosen(context: Context, registry: Registry | undefined, wish: Wish): Promise<Installed> {
  const { project, manifest, before, chosen, frozen, force, dryRun } = wish;
  const home = syncHomeOf(context, registry);
  await makeHome(home);
  const folders = await foldersIn(project, manifest.agents);
  return locked({ ...home, purpose: 'sync', patience }, async () => {
    const link = manifest.link === true;
    const change = planChange({ project, home, folders, before, chosen, link, force });
    refuseWhatStands(change, force);
    const versions = await versionsFor(context, registry, home, chosen, change, frozen);
    const lock = frozen && before ? before : await lockOf(context, registry, home, wish, versions);
    const kept: string[] = [];
    if (dryRun) return { change, lock, folders, kept };
    const files = frozen ? [] : await textsOf(manifest, lock);
    if (change.puts.length + change.drops.length > 0) {
      await makeReady(project);
      await makeAllReady({ project, home, versions, link }, change.puts);
    }
    const edited = new Set(change.inTheWay.map(({ path }) => path));
    const moves = [];
    for (const [index, { path, name }] of [
      ...change.puts.map(({ path, skill }) => ({ path, name: skill.name })),
      ...change.drops,
    ].entries()) {
      const keep = edited.has(path) ? await freePlace(home.kept, slugIn(name)) : undefined;
      if (keep) kept.push(keep);
      moves.push({
        ...(index < change.puts.length && { from: index }),
        to: shownIn(project, path),
        ...(keep && { keep }),
      });
    }
    await carryOut(project, { format: 1, moves, files });
    return { change, lock, folders, kept };
  });
}

const textsOf = (manifest: Manifest, lock: LockFile) => [
  { path: manifestName, text: manifestText(manifest) },
  { path: lockName, text: lockText(lock) },
];

function refuseWhatStands({ inTheWay }: Change, force: boolean): void {
  if (force || inTheWay.length === 0) return;
  const [first, ...more] = inTheWay;
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  throw new Failure(`${first?.message}${others}. Nothing was changed. To replace it and keep a copy: --force`);
}

/** Where each version is in the store. Only what has to be put is brought, but for a lock that is new. */
async function versionsFor(
  context: Context,
  registry: Registry | undefined,
  home: SyncHome,
  chosen: readonly Chosen[],
  { puts }: Change,
  frozen: boolean,
): Promise<Map<string, string>> {
  const needed = new Set(puts.map(({ skill }) => skill.hash));
  const wanted = chosen
    .filter(({ hash }) => !frozen || needed.has(hash))
    .map(({ skill_id, hash, isPrivate }) => ({ skill_id, hash, source: isPrivate ? 'own' : '' }));
  const ground = await readLocalVersions(home);
  const { here, failures } = await bringVersions({ context, registry, home, ground }, wanted);
  await refuseAdvised(registry, home, chosen, here);
  const [failed] = chosen.filter(({ hash }) => failures.has(hash));
  if (failed) {
    const more = failures.size > 1 ? ` (and ${failures.size - 1} more)` : '';
    throw new Failure(
      `${failed.name} ${failed.label} can’t be had${more}: ${failures.get(failed.hash)} Nothing was changed.`,
    );
  }
  return here;
}

async function refuseAdvised(
  registry: Registry | undefined,
  home: SyncHome,
  chosen: readonly Chosen[],
  versions: ReadonlyMap<string, string>,
): Promise<void> {
  const { advised } = await adviceAgainst(registry, home, chosen, versions);
  const [first] = advised;
  if (first) throw new Failure(`${first.name} ${first.label} is not installed: ${first.text}. Nothing was changed.`);
}

type Named = Pick<Chosen, 'name' | 'skill_id' | 'label' | 'hash'>;

/**
 * What the registry advises against, and when its list was had, in Unix seconds; 0 where it never was. `versions`: where
 * each is in the store, whose files are looked at too.
 */
export async function adviceAgainst(
  registry: Registry | undefined,
  home: SyncHome,
  chosen: readonly Named[],
  versions: ReadonlyMap<string, string>,
): Promise<{ advised: (Named & { text: string })[]; checkedAt: number }> {
  const known = await (registry ? currentAdvisories(registry, home, false) : knownAdvisories(home));
  const held = chosen.map(({ skill_id, label, hash }) => ({
    skill_id,
    version_label: label,
    version: versions.get(hash) ?? digitsOf(hash),
  }));
  const found = await advisedOf(home, known, held);
  const bySkill = new Map(chosen.map((one) => [one.skill_id, one]));
  const advised = found.map((one) => ({ ...(bySkill.get(one.skill_id) as Named), text: adviceText(one) }));
  return { advised, checkedAt: known.fetched_at };
}

async function lockOf(
  context: Context,
  registry: Registry | undefined,
  home: SyncHome,
  { chosen, before, manifest }: Wish,
  versions: ReadonlyMap<string, string>,
): Promise<LockFile> {
  const known = before?.skills ?? {};
  const names = folderNames(
    chosen.map(({ name }) => name),
    known,
  );
  const skills: Record<string, Locked> = {};
  await inParallel(8, chosen, async (one) => {
    const { name, label, hash, from } = one;
    const same = known[name]?.hash === hash ? known[name] : undefined;
    const folder = names[name] as string;
    skills[name] = {
      version: label,
      hash,
      bundle: same?.bundle ?? sha256(packArchive(await filesOfVersion(home, versions.get(hash) as string))),
      signer: same ? same.signer : await signerOf(registry, one),
      from,
      ...(folder !== slugIn(name) && { folder }),
    };
  });
  context.signal.throwIfAborted();
  return { lockfileVersion: 1, registry: manifest.registry, skills };
}

/** The fingerprint of the key. Errors: `Failure` where something claims to be signed and is not. */
async function signerOf(
  registry: Registry | undefined,
  { skill_id, hash, name, label }: Chosen,
): Promise<string | null> {
  if (!registry) return null;
  const version = { ...namesIn(skill_id), hash };
  const judged = judge(await fromEither(registry, (client) => client.getSkillVersionSignature(version)), {
    skill_id,
    hash,
  });
  if (judged.signature === 'bad') throw new Failure(`${name} ${label} is not installed: ${judged.problem}.`);
  return judged.signature === 'good' ? judged.fingerprint : null;
}
