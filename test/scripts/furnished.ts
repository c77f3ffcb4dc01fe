/** A workplace whose registry was started before: the starter skills are in its store, read and scanned, and the snapshot is whole. */
import { cpSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishStarterSkills } from '../../scripts/starter.ts';
import { bytesOf } from '../engines.ts';
import { openRegistry } from '../registry.ts';
import { deskOf } from '../scene.ts';
import { freePort } from '../servers/freePort.ts';
import { newWorkplace, operator, type Workplace } from './process.ts';

/** Made once for all tests of a process: it is most of what a first start does. */
let kept: Promise<Workplace> | undefined;

/** One at a time: all have the same ports, which the pages name. */
export async function furnishedWorkplace(): Promise<Workplace> {
  kept ??= furnish();
  const { folder, environment } = await kept;
  const place = await newWorkplace();
  cpSync(join(folder, 'data'), join(place.folder, 'data'), { recursive: true, preserveTimestamps: true });
  const { ORIGIN_PORT, MIRROR_PORT } = environment;
  return { ...place, environment: { ...place.environment, ORIGIN_PORT, MIRROR_PORT } };
}

async function furnish(): Promise<Workplace> {
  const place = await newWorkplace();
  const ports = { ORIGIN_PORT: String(await freePort()), MIRROR_PORT: String(await freePort()) };
  const furnished = { ...place, environment: { ...place.environment, ...ports } };
  const data = join(place.folder, 'data');
  await mkdir(data, { mode: 0o700 });
  await writeFile(join(data, 'registry.sqlite'), await storeWithStarterSkills(), { mode: 0o600 });
  const { code, output } = await operator(furnished, 'snapshot');
  if (code !== 0) throw new Error(output);
  return furnished;
}

async function storeWithStarterSkills(): Promise<Uint8Array> {
  await using registry = await openRegistry();
  registry.clock.now = Math.floor(Date.now() / 1000);
  await publishStarterSkills(deskOf(registry));
  return await bytesOf(registry.engine);
}
