/** Agents' folders in which nothing can be put or taken away, found before anything is changed. */
import { dirname, join } from 'node:path';
import type { Plan } from '../plan.ts';
import { gitFolderAround, gitFolderText } from './gitFolder.ts';
import { fixedAround, fixedText } from './writable.ts';

/** By the folder, a sentence. */
interface Obstacles {
  /** To every change. */
  fixed: Map<string, string>;
  /** To what would be put there. */
  git: Map<string, string>;
}

export async function obstaclesTo({ slots, removals }: Plan, home: string): Promise<Obstacles> {
  const obstacles: Obstacles = { fixed: new Map(), git: new Map() };
  const changing = slots.filter(({ action }) => action !== 'keep');
  for (const folder of foldersOf([...changing, ...removals])) {
    const fixed = await fixedAround(join(folder, 'skill'));
    if (fixed) obstacles.fixed.set(folder, fixedText(fixed));
  }
  for (const folder of foldersOf(changing)) {
    const places = slots.map(({ path }) => path).filter((path) => dirname(path) === folder);
    const found = gitFolderAround(home, places);
    if (found) obstacles.git.set(folder, gitFolderText(found));
  }
  return obstacles;
}

const foldersOf = (places: readonly { path: string }[]): Set<string> =>
  new Set(places.map(({ path }) => dirname(path)));
