/** A registry, and what becomes of it once nothing is left but its mirror's folder. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../origin/store/engine/open.ts';
import type { LogSigner } from '../../../origin/store/log/extend.ts';
import { bytesOf } from '../../engines.ts';
import { contentsOf, dataOfPages, type Mirrored, openMirrored } from '../../mirror/mirrored.ts';
import { openRegistry, type TestRegistry } from '../../registry.ts';
import { newWorkplace, operator, type Workplace } from '../process.ts';

export const openKept = (registry: TestRegistry, signer: LogSigner) =>
  openMirrored(registry, { html: dataOfPages, signer });

export interface Rescued {
  place: Workplace;
  /** The data directory of the mirror. */
  folder: string;
  /** Of the operator's command. */
  code: number;
  output: string;
}

/** `damage` is done to the folder before it is read. */
export async function rescue(
  { catalog, root }: Mirrored,
  { damage, environment = {} }: { damage?: (folder: string) => Promise<unknown>; environment?: NodeJS.ProcessEnv } = {},
): Promise<Rescued & AsyncDisposable> {
  const workplace = await newWorkplace();
  const place = { ...workplace, environment: { ...workplace.environment, ...environment } };
  const folder = join(place.folder, 'old');
  await mkdir(join(folder, 'mirror'), { recursive: true });
  await writeFile(join(folder, 'mirror/catalog.sqlite'), await bytesOf(catalog));
  await cp(root, join(folder, 'mirror/public'), { recursive: true, preserveTimestamps: true });
  await damage?.(folder);
  const { code, output } = await operator(place, 'restore', '--from-mirror', folder);
  return { place, folder, code, output, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

/** As its programs open it. */
export async function openRescued({ place }: Rescued, now: number): Promise<TestRegistry & AsyncDisposable> {
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl } = place.environment;
  const registry = await openRegistry('sqlite', { engine: await openStore({ dataDir, databaseUrl }) });
  registry.clock.now = now;
  return registry;
}

/** Paths of files that are in one of the two and not in the other, or have other bytes. */
export async function differing(one: Mirrored, other: Mirrored): Promise<string[]> {
  const [before, after] = [await contentsOf(one), await contentsOf(other)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}
