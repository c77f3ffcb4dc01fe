/** What an install has to change in a project's folders. Pure but for looking. */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { skillReference } from '../reference.ts';
import type { SyncHome } from '../sync/home.ts';
import { namesFor } from '../sync/names.ts';
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
}

interface Situation {
  project: Project;
  home: SyncHome;
  folders: readonly string[];
  before: LockFile | undefined;
  chosen: readonly Pick<Chosen, 'name' | 'hash'>[];
  /** Links instead of copies. */
  link: boolean;
  force: boolean;
}

/** Reads every byte of every skill that was copied there. */
export function planChange({ project, home, folders, before, chosen, link, force }: Situation): Change {
  const change: Change = { puts: [], drops: [], inTheWay: [], contents: new Map(), linked: new Map() };
  const locked = before?.skills ?? {};
  const names = folderNames(
    chosen.map(({ name }) => name),
    locked,
  );
  const ours = new Map(
    Object.entries(locked).map(([name, { hash, folder }]) => [folder ?? slugIn(name), { name, hash }]),
  );
  for (const folder of folders) {
    for (const skill of chosen) {
      const path = join(folder, names[skill.name] as string);
      const standing = standingAt(path, home);
      const isRight = standing.kind === (link ? 'link' : 'folder') && standing.hash === skill.hash;
      const old = ours.get(basename(path));
      if (isRight && standing.kind === 'link') change.linked.set(standing.version, path);
      else if (isRight && standing.kind === 'folder') change.contents.set(standing.hash, standing.files);
      else if (standing.kind === 'nothing' || mayGo(standing, old?.hash, skill.hash))
        change.puts.push({ path, skill, before: standing });
      else {
        const isEdited = old !== undefined && standing.kind === 'folder';
        const message = isEdited ? 'was edited by hand' : 'is there already, and was not installed by this project';
        change.inTheWay.push({ path, name: skill.name, isEdited, message: `${shownIn(project, path)} ${message}` });
        if (force) change.puts.push({ path, skill, before: standing });
      }
    }
    const wanted = new Set(Object.values(names));
    for (const entry of entriesOf(folder)) {
      const old = ours.get(entry);
      if (!old || wanted.has(entry)) continue;
      const path = join(folder, entry);
      const standing = standingAt(path, home);
      if (mayGo(standing, old.hash)) change.drops.push({ path, name: old.name, before: standing });
      else if (standing.kind !== 'nothing') {
        const message = `${shownIn(project, path)} was edited by hand`;
        change.inTheWay.push({ path, name: old.name, isEdited: true, message });
        if (force) change.drops.push({ path, name: old.name, before: standing });
      }
    }
  }
  return change;
}

/** Links into the store are ours whatever they lead to; folders only with the very bytes of a version that is known. */
const mayGo = (standing: Standing, ...known: (string | undefined)[]): boolean =>
  standing.kind === 'link' || (standing.kind === 'folder' && known.includes(standing.hash));

/** The name of each skill in agents' folders: a skill keeps the one that it has. */
export function folderNames(skills: readonly string[], locked: LockFile['skills']): Record<string, string> {
  const had = Object.entries(locked).map(([name, one]) => [idOf(name), one.folder ?? slugIn(name)] as const);
  const names = namesFor(skills.map(idOf), new Map(had));
  return Object.fromEntries(skills.map((name) => [name, names.get(idOf(name)) as string]));
}

export const slugIn = (name: string): string => skillReference(name).slug;

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
