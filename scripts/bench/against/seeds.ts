/** The skills that both registries begin with. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { namesFrom } from '../catalog/names.ts';
import { filesOf, publisher } from '../publishing.ts';

/** Whose machine syncs all of them. */
export const holder = 'holder';

export interface Seeds {
  /** Of folders `<author>/<slug>`, as `operator import` takes it. */
  folder: string;
  slugs: string[];
}

export async function writeSeeds(folder: string, count: number): Promise<Seeds> {
  const names = namesFrom([]);
  const seeds = Array.from({ length: count }, () => names.next().value);
  for (const seed of seeds)
    for (const { path, text } of filesOf(seed)) {
      const file = join(folder, publisher, seed.slug, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  return { folder, slugs: seeds.map(({ slug }) => slug) };
}
