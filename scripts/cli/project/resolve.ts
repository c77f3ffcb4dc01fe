/** Which version of each skill a project gets, by what its manifest asks for and what the lock has. */
import { maxSatisfying, satisfies, valid } from 'semver';
import { RegistryError } from '../../../origin/contract/clients/client.ts';
import { kitId, nameOf, reference } from '../../../origin/contract/grammar/ids.ts';
import type { Output } from '../../../origin/contract/operations.ts';
import { statusWords } from '../../../origin/contract/words/scan.ts';
import { decoded } from '../commandLine/pageAddress.ts';
import { Failure } from '../failure.ts';
import { kitReference, type SkillVersion, skillReference } from '../reference.ts';
import { fromEither, fromItsHost, skillRecord } from '../registry/reads.ts';
import type { Registry } from '../registry/registry.ts';
import { inParallel } from '../sync/download/parallel.ts';
import { oneLine } from '../terminal/printable.ts';
import type { Chosen } from './chosen.ts';
import type { Locked } from './lockFile.ts';
import { type Manifest, type Wish, wishOf } from './manifest.ts';
import { manifestName } from './project.ts';

const atOnce = 16;

type Skill = Output<'getSkill'>;

export interface Resolution {
  chosen: Chosen[];
  /** Why a skill gets no version, or not the one that it has: whole sentences. */
  refused: { name: string; message: string }[];
}

/** What one skill is wanted for. */
interface Asked {
  from: string[];
  /** As `skills.json` has it; a kit asks for its own version by its hash. */
  wish: string;
}

/**
 * Versions of the lock stay while they are what is asked for, and so does what it has of a kit or an author; `isMoving`
 * says of which skills, kits and authors the newest is taken instead. Errors: those of the registry, but for a skill, a kit or an author that is not there: those are refused.
 */
export async function resolve(
  registry: Registry,
  manifest: Manifest,
  locked: Readonly<Record<string, Locked>>,
  isMoving: (name: string) => boolean,
): Promise<Resolution> {
  const resolution: Resolution = { chosen: [], refused: [] };
  const asked = await askedFor(registry, manifest, locked, isMoving, resolution);
  await inParallel(atOnce, [...asked], async ([name, { wish, from }]) => {
    try {
      const before = locked[name];
      const skill = await fromItsHost(registry, before, (client) => skillRecord(client, skillReference(name)));
      const version = versionFor(skill, wish, isMoving(name) ? undefined : before);
      const objection = objectionTo(version);
      if (objection) resolution.refused.push({ name, message: objection });
      else resolution.chosen.push(chosenOf(skill, version, from));
    } catch (error) {
      resolution.refused.push({ name, message: reasonOf(error, name) });
    }
  });
  resolution.chosen.sort((one, other) => (one.name < other.name ? -1 : 1));
  resolution.refused.sort((one, other) => (one.name < other.name ? -1 : 1));
  return resolution;
}

/** By name. What `skills.json` says of a skill itself goes before what a kit says, and kits go before authors. */
async function askedFor(
  registry: Registry,
  manifest: Manifest,
  locked: Readonly<Record<string, Locked>>,
  isMoving: (name: string) => boolean,
  { refused }: Resolution,
): Promise<Map<string, Asked>> {
  const asked = new Map<string, Asked>();
  const ask = (name: string, wish: string, from: string) => {
    const known = asked.get(name);
    if (known) known.from.push(from);
    else asked.set(name, { wish, from: [from] });
  };
  /** Whether the lock has something of a kit or an author, which then stays as it is. */
  const stays = (source: string, name: string): boolean => {
    if (isMoving(name)) return false;
    const had = Object.entries(locked).filter(([, { from }]) => from.includes(source));
    for (const [skill, { hash }] of had) ask(skill, hash, source);
    return had.length > 0;
  };
  for (const [name, wish] of Object.entries(manifest.skills)) ask(plainName(name), wish, manifestName);
  for (const kit of manifest.kits ?? []) {
    if (stays(`kit ${kit}`, kit)) continue;
    try {
      const { skills } = await fromEither(registry, (client) => client.getKitByHandle(kitReference(kit)));
      for (const { skill_id, hash } of skills) ask(nameOf(skill_id), hash, `kit ${kit}`);
    } catch (error) {
      refused.push({ name: `kit ${kit}`, message: reasonOf(error, `The kit ${kit}`) });
    }
  }
  for (const author of manifest.authors ?? []) {
    if (stays(`author ${author}`, author)) continue;
    try {
      const { skills } = await fromEither(registry, (client) => client.getProfile({ author }));
      for (const { skill_id } of skills) ask(nameOf(skill_id), 'latest', `author ${author}`);
    } catch (error) {
      refused.push({ name: `author ${author}`, message: reasonOf(error, author) });
    }
  }
  return asked;
}

/** A colon for the slash will do. */
const plainName = (name: string): string => reference.format(skillReference(name));

/** Errors: `Failure` where no version is what is wanted. */
function versionFor(skill: Skill, wish: string, locked: Locked | undefined): SkillVersion {
  const { versions } = skill;
  const meant = wishOf(
    wish,
    versions.map(({ version_label }) => version_label),
  );
  const before = locked && versions.find(({ hash }) => hash === locked.hash);
  if (before && fits(meant, before)) return before;
  if (locked && !before && fits(meant, { hash: locked.hash, version_label: locked.version }))
    throw new Failure(
      `${nameOf(skill.skill_id)} ${oneLine(locked.version)} is in the lock file, and the registry no longer provides it: it was withdrawn or quarantined. ` +
        `For another version: skill-registry update ${nameOf(skill.skill_id)}`,
    );
  return newest(skill, meant);
}

/** Whether a version is what a wish means. */
export function fits(
  wish: Wish,
  { hash, version_label: label }: Pick<SkillVersion, 'hash' | 'version_label'>,
): boolean {
  if (wish.kind === 'latest') return true;
  if (wish.kind === 'hash') return wish.text === hash;
  return wish.kind === 'label' ? wish.text === label : valid(label) !== null && satisfies(label, wish.text);
}

function newest({ skill_id, latest_hash, versions }: Skill, wish: Wish): SkillVersion {
  const name = nameOf(skill_id);
  const labels = versions.map(({ version_label }) => version_label).filter((label) => valid(label) !== null);
  const best = wish.kind === 'range' ? maxSatisfying(labels, wish.text) : undefined;
  const found =
    wish.kind === 'latest'
      ? (versions.find(({ hash }) => hash === latest_hash) ?? versions[0])
      : versions.find((version) => (wish.kind === 'range' ? version.version_label === best : fits(wish, version)));
  if (found) return found;
  if (wish.kind === 'latest') throw new Failure(`${name} has no available version.`);
  const offered = versions.slice(0, 5).map(({ version_label }) => oneLine(version_label));
  throw new Failure(`${name} has no version "${oneLine(wish.text)}". Newest: ${offered.join(', ')}.`);
}

/** Why a version is not installed whoever asks for it; undefined where it may be. */
function objectionTo({ version_label, scanStatus }: SkillVersion): string | undefined {
  if (scanStatus !== 'incomplete' && scanStatus !== 'quarantined') return undefined;
  const why = scanStatus === 'incomplete' ? 'the scan has not read all of it yet' : 'the scan found it to be malicious';
  return `Version ${oneLine(version_label)} is ${statusWords[scanStatus]}: ${why}. It is not installed.`;
}

function chosenOf(skill: Skill, { hash, version_label, scanStatus }: SkillVersion, from: string[]): Chosen {
  const { skill_id, version_label: latest, visibility, deprecated, deprecation_message: message } = skill;
  return {
    ...{ name: nameOf(skill_id), skill_id, hash, label: version_label, from, latest },
    isPrivate: visibility === 'private',
    warnings: [
      ...(deprecated ? [`deprecated: ${oneLine(message) || 'the author gave no reason'}`] : []),
      ...(scanStatus === 'flagged' ? [`flagged by the scan: skill-registry info ${nameOf(skill_id)}@${hash}`] : []),
    ],
  };
}

/** Errors: what is no answer about this one thing. */
function reasonOf(error: unknown, name: string): string {
  if (error instanceof Failure) return error.message;
  if (error instanceof RegistryError && (error.status === 404 || error.status === 410))
    return `${name} is not at this registry, or only its owner can see it.`;
  throw error;
}

/** What somebody names on the command line: a skill with a version, a kit, or an author. */
export type Named =
  | { kind: 'skill'; name: string; wish: string | undefined }
  | { kind: 'kit'; name: string }
  | { kind: 'author'; name: string };

/**
 * Reads `<author>/<slug>[@<version>]`, `<owner>/<slug>` of a kit, `<handle>`, or the address of one of their pages. What
 * could be a skill or a kit is asked for as the one and then as the other. Errors: `Failure` (usage).
 */
export async function named(registry: Registry, text: string): Promise<Named> {
  const path = pathIn(text, registry);
  const kit = /^([^/@]+)\/kit\/([^/@]+)$/.exec(path);
  if (kit) return { kind: 'kit', name: kitId.format({ owner: String(kit[1]), slug: String(kit[2]) }) };
  if (/^[a-z0-9][a-z0-9-]*$/.test(path)) return { kind: 'author', name: path };
  const page = /^([^/@]+\/[^/@]+)\/v\/(.+)$/.exec(path);
  const { wanted, ...skill } = skillReference(page ? `${page[1]}@${page[2]}` : path);
  const name = reference.format(skill);
  if (wanted !== undefined || (await isThere(() => fromEither(registry, (client) => skillRecord(client, skill)))))
    return { kind: 'skill', name, wish: wanted };
  const asKit = kitId.parse(name);
  if (asKit && (await isThere(() => fromEither(registry, (client) => client.getKitByHandle(asKit)))))
    return { kind: 'kit', name };
  throw new Failure(`There is no skill and no kit ${name} at this registry, or only its owner can see it.`);
}

/** Of an address of this registry, what stands behind the host. */
function pathIn(text: string, { mirrorUrl, originUrl }: Registry): string {
  if (!/^https?:\/\//.test(text)) return text;
  const base = [mirrorUrl, originUrl].find((url) => text === url || text.startsWith(`${url}/`));
  if (!base) throw new Failure(`${text} is not at this registry, which is ${mirrorUrl}.`);
  const { pathname } = new URL(text);
  const below = pathname.slice(new URL(base).pathname.replace(/\/$/, '').length);
  return decoded(below).replace(/^\/+|\/+$|\.md$/g, '');
}

async function isThere(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (error instanceof RegistryError && (error.status === 404 || error.status === 410)) return false;
    throw error;
  }
}
