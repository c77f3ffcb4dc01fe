/** Checks every byte that a project has against its lock, and what the registry has against it. */
import { join } from 'node:path';
import { packArchive } from '../../../../origin/bundle/archive/archive.ts';
import type { BundleFile } from '../../../../origin/bundle/bundleFile.ts';
import { sha256 } from '../../../../origin/bundle/manifest.ts';
import { type Context, exitCodes, type Outcome, Unreachable } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { type Chosen, idOf } from '../../project/chosen.ts';
import { foldersIn } from '../../project/folders.ts';
import { labelProblem } from '../../project/label.ts';
import { type Locked, type LockFile, readLock } from '../../project/lockFile.ts';
import { readManifest } from '../../project/manifest.ts';
import { checkedAt, checkedText, listsOf, objectionsTo } from '../../project/objections.ts';
import { planChange, slugIn } from '../../project/plan.ts';
import { lockName, type Project, refuseUnfinished, shownIn } from '../../project/project.ts';
import { provedText } from '../../project/proofs/proofs.ts';
import { proofsNow } from '../../project/proofs/proofsNow.ts';
import { contextAt } from '../../project/registry.ts';
import { filesIn, standingAt } from '../../project/standing.ts';
import type { Registry } from '../../registry/registry.ts';
import { inParallel } from '../../sync/download/parallel.ts';
import { type Signed, signatureOf, signaturesText } from '../../sync/download/signatures.ts';
import { placedIn } from '../../sync/places/projects.ts';
import { summaryOfEdits } from '../../sync/store/localVersions.ts';
import { differencesOf } from '../../sync/store/versions.ts';
import { syncHomeOf } from '../../sync/syncHome.ts';
import { oneLine } from '../../terminal/printable.ts';
import { plural } from '../../terminal/table.ts';

/** Signatures that are asked for at once. */
const atOnce = 16;

/** `names`: only these skills; all where there are none. Exit code 1 where something is not as locked. */
export async function verifyProject(context: Context, project: Project, names: readonly string[]): Promise<Outcome> {
  refuseUnfinished(project);
  const manifest = await readManifest(project);
  const lock = await readLock(project);
  if (!lock) throw new Failure(`There is no ${lockName}. To write one: skill-registry install`);
  const there = contextAt(context, manifest.registry);
  const registry = await there.registry().catch((error: unknown) => {
    if (error instanceof Unreachable) return undefined;
    throw error;
  });
  const home = syncHomeOf(there, registry);
  const folders = await foldersIn(project, manifest.agents);
  const before = named(lock, names);
  const isMeant = (name: string) => names.length === 0 || names.includes(name);
  const chosen = Object.entries(before.skills).map(([name, { hash, version }]) => ({
    ...{ name, hash, label: version, skill_id: idOf(name) },
  }));
  const link = manifest.link === true;
  const { puts, inTheWay, drops, linked, contents } = planChange({
    project,
    placed: Object.fromEntries(Object.entries(await placedIn(project.state)).filter(([, { name }]) => isMeant(name))),
    home,
    folders,
    before,
    chosen,
    link,
    force: false,
  });
  const lists = await listsOf(registry, home);
  const proofs = await proofsNow(there, registry, home, before);
  const objections = await objectionsTo(lists, chosen, contents);
  const claims: Claim[] = [];
  await inParallel(atOnce, chosen, async (one) => {
    const locked = before.skills[one.name] as Locked;
    const places = folders.map((folder) => join(folder, locked.folder ?? slugIn(one.name)));
    const place = places.find((path) => {
      const standing = standingAt(path, home);
      return standing.kind === 'folder' && standing.hash === one.hash;
    });
    claims.push(await claimOf(registry, one, locked, place === undefined ? undefined : filesIn(place)));
  });
  const inStore = await Promise.all(
    [...linked].map(async ([version, path]) => ({ path, differences: await differencesOf(home, version) })),
  );
  const problems = [
    ...puts.map(
      ({ path, before }) =>
        `${shownIn(project, path)} ${before.kind === 'nothing' ? 'is missing' : 'is another version'}`,
    ),
    ...inTheWay.map(({ message }) => message),
    ...drops.map(({ path }) => `${shownIn(project, path)} is in no lock`),
    ...inStore
      .filter(({ differences }) => differences.length > 0)
      .map(({ path, differences }) => `${shownIn(project, path)}: ${summaryOfEdits(differences)}`),
    ...claims.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)).sort(),
    ...proofs.problems,
    ...objections.map(({ name, text }) => `${name}: ${text}`),
  ];
  const { red } = context.terminal.style;
  const whole = problems.length === 0 ? 'all as locked' : plural(problems.length, 'problem');
  const said = [
    `${plural(chosen.length, 'skill')} in ${plural(folders.length, 'folder')}, every byte read: ${whole};`,
    `${signaturesText(claims)}; ${provedText(proofs)}; ${checkedText(lists)}. Caches of Python and file managers were not checked.`,
  ].join(' ');
  return {
    text: [...problems.map((problem) => red(oneLine(problem))), said].join('\n'),
    json: {
      project: project.root,
      skills: before.skills,
      problems,
      proved: proofs.proved,
      unproved: proofs.unproved,
      uncompared: proofs.uncompared,
      log_known: proofs.isKnown,
      checked_at: checkedAt(lists) || null,
    },
    exitCode: problems.length > 0 ? exitCodes.failed : exitCodes.done,
  };
}

interface Claim extends Pick<Signed, 'signature'> {
  name: string;
  problems: string[];
}

/** Whether the lock says of a version what is so. `files`: as they stand in the project, where they are copies. */
async function claimOf(
  registry: Registry | undefined,
  { name, skill_id, hash }: Pick<Chosen, 'name' | 'skill_id' | 'hash'>,
  locked: Locked,
  files: BundleFile[] | undefined,
): Promise<Claim> {
  const { signature, fingerprint, problem } = await signatureOf(registry, { skill_id, hash });
  const { bundle, signer } = locked;
  const label = registry && (await labelProblem(registry, name, locked));
  const problems = [problem, label ?? ''].filter((found) => found !== '');
  if (signature === 'good' && fingerprint !== signer)
    problems.push(`it is signed by ${fingerprint}, and ${lockName} says ${signer ?? 'by nobody'}`);
  if (signature === 'none' && signer !== null) problems.push(`it is not signed, and ${lockName} says by ${signer}`);
  if (files && sha256(packArchive(files)) !== bundle)
    problems.push(`its archive has another digest than ${lockName} says`);
  return { name, signature, problems };
}

/** Errors: `Failure` for what is not locked. */
function named(lock: LockFile, names: readonly string[]): LockFile {
  if (names.length === 0) return lock;
  const skills: LockFile['skills'] = {};
  for (const name of names) {
    const locked = Object.hasOwn(lock.skills, name) ? lock.skills[name] : undefined;
    if (!locked) throw new Failure(`${name} is not in ${lockName}.`);
    skills[name] = locked;
  }
  return { ...lock, skills };
}
