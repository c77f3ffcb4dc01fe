/** A workplace whose registry was started before: the starter skills are in its store, read and scanned. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishStarterSkills } from '../../scripts/starter.ts';
import { bytesOf } from '../engines.ts';
import { openRegistry } from '../registry.ts';
import { deskOf } from '../scene.ts';
import { newWorkplace, type Workplace } from './process.ts';

/** Made once for all tests of a process: to publish them takes a fifth of a start. */
let store: Promise<Uint8Array> | undefined;

export async function furnishedWorkplace(): Promise<Workplace> {
  store ??= makeStore();
  const place = await newWorkplace();
  const data = join(place.folder, 'data');
  await mkdir(data, { mode: 0o700 });
  await writeFile(join(data, 'registry.sqlite'), await store, { mode: 0o600 });
  return place;
}

async function makeStore(): Promise<Uint8Array> {
  await using registry = await openRegistry();
  registry.clock.now = Math.floor(Date.now() / 1000);
  await publishStarterSkills(deskOf(registry));
  return await bytesOf(registry.engine);
}
