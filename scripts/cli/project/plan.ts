/** What an install has to change in a project's folders. Pure but for looking. */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digitsOf } from '../../../origin/contract/grammar/grammar.ts';
import { skillReference } from '../reference.ts';
import type { SyncHome } from '../sync/home.ts';
import { namesFor } from '../sync/places/names.ts';
import type { Placed } from '../sync/places/projects.ts';
import { differencesOf } from '../sync/store/versions.ts';
import type { Chosen } from './chosen.ts';
import { idOf } from './chosen.ts';
import type { LockFile } from './lockFile.ts';
import { type Project, shownIn } from './project.ts';
import { type Standing, standingAt } from './standing.ts';

export interface Put {
  /** Absolute. */
  path: string;
  skill: Pick<Chosen, 'name' | 'hash'>;
  /** What stands there: of ours, so that it may go. */
  before: Standing;
}

export interface Change {
  puts: Put[];
  /** What goes, of ours. */
  drops: { path: string; name: string; before: Standing }[];
  /** What stands in the way, or was edited: `--force` keeps a copy of it. */
  inTheWay: { path: string; name: string; message: string; isEdited: boolean }[];
  /** What stands where it should: hashes of the files of copied versions, by the version's hash. */
  contents: Map<string, string[]>;
  /** Of versions that are linked, one place each, by the name of their folder in the store. */
  linked: Map<string, string>;
  /** All places of those. */
  links: { path: string; skill: Put['skill']; before: Standing & { kind: 'link' } }[];
  /** Where each skill is then, by the place below the project. */
  places: Placed;
}

interface Situation {
  project: Project;
  home: SyncHome;
  folders: readonly string[];
  before: LockFile | undefined;
  /** What this machine put into the project, by place: a lock that somebody else changed no longer says it. */
  placed: Placed;
  chosen: readonly Pick<Chosen, 'name' | 'hash'>[];
  /** Links instead of copies. */
  link: boolean;
  force: boolean;
}

/** Reads every byte of every skill that was copied there. */
export function planChange({ project, home, folders, before, placed, chosen, link, force }: Situation): Change {
  const change: Change = {
    ...{ puts: [], drops: [], inTheWay: [], contents: new Map() },
    ...{ linked: new Map(), links: [], places: {} },
  };
  const locked = before?.skills ?? {};
  const ours = placesOfOurs(project, folders, locked, placed);
  const names = folderNames(
    chosen.map(({ name }) => name),
    locked,
  );
  /** Links into the store are ours whatever they lead to; folders only with the very bytes of a version that is known. */
  const mayGo = (standing: Standing, known: ReadonlySet<string>) =>
    standing.kind === 'link' || (standing.kind === 'folder' && (known.has(standing.hash) || isInStore(home, standing)));
  const wanted = new Set<string>();
  for (const folder of folders) {
    for (const skill of chosen) {
      const path = join(folder, names[skill.name] as string);
      wanted.add(path);
      change.places[shownIn(project, path)] = { name: skill.name, hash: skill.hash };
      const standing = standingAt(path, home);
      const old = ours.get(path);
      if (standing.kind === (link ? 'link' : 'folder') && standing.hash === skill.hash) {
        if (standing.kind === 'link') {
          change.linked.set(standing.version, path);
          change.links.push({ path, skill, before: standing });
        } else change.contents.set(standing.hash, standing.files);
      } else if (standing.kind === 'nothing' || mayGo(standing, new Set([...(old?.hashes ?? []), skill.hash])))
        change.puts.push({ path, skill, before: standing });
      else {
        const isEdited = old !== undefined && standing.kind === 'folder';
        const message = isEdited ? 'was edited by hand' : 'is there already, and was not installed by this project';
        change.inTheWay.push({ path, name: skill.name, isEdited, message: `${shownIn(project, path)} ${message}` });
        if (force) change.puts.push({ path, skill, before: standing });
      }
    }
  }
  for (const [path, { name, hashes }] of ours) {
    if (wanted.has(path)) continue;
    const standing = standingAt(path, home);
    if (mayGo(standing, hashes)) change.drops.push({ path, name, before: standing });
    else if (standing.kind !== 'nothing') {
      const message = `${shownIn(project, path)} was edited by hand`;
      change.inTheWay.push({ path, name, isEdited: true, message });
      if (force) change.drops.push({ path, name, before: standing });
    }
  }
  return change;
}

/** Links that lead to nothing are put again; one to a version that was edited in the store stands in the way. */
export async function checkLinks(
  { project, home, force }: Pick<Situation, 'project' | 'home' | 'force'>,
  { links, linked, puts, inTheWay }: Change,
): Promise<void> {
  for (const version of [...linked.keys()]) {
    if ((await differencesOf(home, version)).length === 0) continue;
    linked.delete(version);
    for (const link of links.filter(({ before }) => before.version === version)) {
      const { path, skill } = link;
      const isGone = !existsSync(path);
      if (isGone || force) puts.push(link);
      const message = `${shownIn(project, path)} was edited by hand, in this machine’s store`;
      if (!isGone) inTheWay.push({ path, name: skill.name, isEdited: true, message });
    }
  }
}

interface Ours {
  name: string;
  /** Of versions that it is known to have had there. */
  hashes: Set<string>;
}

function placesOfOurs(
  project: Project,
  folders: readonly string[],
  locked: LockFile['skills'],
  placed: Placed,
): Map<string, Ours> {
  const ours = new Map<string, Ours>();
  const add = (path: string, name: string, hash: string) => {
    const known = ours.get(path) ?? { name, hashes: new Set() };
    known.hashes.add(hash);
    ours.set(path, known);
  };
  for (const folder of folders)
    for (const [name, { hash, folder: own }] of Object.entries(locked))
      add(join(folder, own ?? slugIn(name)), name, hash);
  for (const [place, { name, hash }] of Object.entries(placed)) {
    const path = join(project.root, place);
    // A folder that has since become a link leads to what is not the project's.
    if (isReal(dirname(path))) add(path, name, hash);
  }
  return ours;
}

const isReal = (folder: string): boolean => existsSync(folder) && realpathSync(folder) === folder;

const isInStore = ({ versions }: SyncHome, { hash }: { hash: string }): boolean =>
  existsSync(join(versions, digitsOf(hash)));

/** The name of each skill in agents' folders: a skill keeps the one that it has. */
export function folderNames(skills: readonly string[], locked: LockFile['skills']): Record<string, string> {
  const had = Object.entries(locked).map(([name, one]) => [idOf(name), one.folder ?? slugIn(name)] as const);
  const names = namesFor(skills.map(idOf), new Map(had));
  return Object.fromEntries(skills.map((name) => [name, names.get(idOf(name)) as string]));
}

export const slugIn = (name: string): string => skillReference(name).slug;
