/** What a leader said of itself, beside the copy: the mirror serves under its addresses. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Site } from '../../origin/read/reading.ts';
import { makeFolder, syncPath } from '../../origin/store/durable.ts';
import { mirrorFolder } from '../../origin/store/tagBits.ts';
import { findCatalog } from '../snapshot/catalog/place.ts';
import { isFilled } from '../snapshot/catalog/progress.ts';
import { Head } from './pack/shapes.ts';

const Led = Head.pick({ site: true, tagBits: true });
export type Led = Pick<Head, 'site' | 'tagBits'>;

const leaderFile = (dataDir: string): string => join(mirrorFolder(dataDir), 'leader.json');

/** Undefined before the leader was met. */
export async function readLed(dataDir: string): Promise<Led | undefined> {
  const text = await readFile(leaderFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : Led.parse(JSON.parse(text));
}

export async function writeLed(dataDir: string, { site, tagBits }: Led): Promise<void> {
  const [file, folder] = [leaderFile(dataDir), mirrorFolder(dataDir)];
  await makeFolder(folder);
  await writeFile(`${file}.draft`, `${JSON.stringify({ site, tagBits }, undefined, 2)}\n`, { flush: true });
  await rename(`${file}.draft`, file);
  await syncPath(folder);
}

export const siteOf = ({ oidcName, ...site }: Led['site']): Site => ({ ...site, ...(oidcName && { oidcName }) });

/** Milliseconds between two looks for it. */
const lookEvery = 200;

/** Waits for who copies to have all there is for the first time: nobody is shown a part of it. */
export async function awaitLed(dataDir: string): Promise<Led> {
  for (;;) {
    const led = await readLed(dataDir);
    if (led && (await isCopied(dataDir))) return led;
    await wait(lookEvery);
  }
}

async function isCopied(dataDir: string): Promise<boolean> {
  const catalog = await findCatalog({ dataDir, catalogUrl: undefined }).catch(() => undefined);
  try {
    return catalog !== undefined && (await isFilled(catalog.db));
  } finally {
    await catalog?.close();
  }
}
