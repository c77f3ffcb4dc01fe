/** The place of a copy, held by the one registry that it is of. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '../../durable.ts';
import { lockFile } from '../../engine/sqlite.ts';
import { isBucketAddress } from '../../objects/s3/bucket.ts';
import { holderOf } from './holder.ts';
import { type Claim, marker, type Place } from './place.ts';
import { isKeyOf, type Key, keyMark, keyOf } from './sealed.ts';

/** What the place says of itself. */
interface Mark {
  format: 1;
  registry: string;
  /** Of the key that it is sealed with; null where it is not encrypted. */
  key: string | null;
}

/** What the data folder knows of its copy. */
interface Note {
  registry: string;
  /** Unset until the place says the same: a kill in between must not take a place for another’s, or for one that was lost. */
  place?: string;
}

const noteFile = (dataDir: string): string => join(dataDir, 'backup.json');

/** The key in a file; none where there is no file. */
export async function readKey(file: string | undefined): Promise<Key> {
  if (!file) return undefined;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`BACKUP_KEY_FILE: ${file} can’t be read (${error.code}).`);
  });
  try {
    return keyOf(text);
  } catch (error) {
    throw new Error(`BACKUP_KEY_FILE: ${(error as Error).message}`);
  }
}

/** Takes the place for this registry, until it is released. Rejects, with what to do, where it is another’s or not there. */
export async function claimTarget(place: Place, key: Key, dataDir: string): Promise<Claim> {
  const release = await lockFile(join(dataDir, 'backup.lock'), 'exclusive');
  if (!release) throw new Error(`Another program copies ${dataDir}.`);
  try {
    const claim = await claimAlone(place, key, dataDir);
    return { lost: claim.lost, release: () => claim.release().finally(release) };
  } catch (error) {
    await release();
    throw error;
  }
}

/** By the one program that copies the data folder. */
async function claimAlone(place: Place, key: Key, dataDir: string): Promise<Claim> {
  const note = await readNote(dataDir);
  const isThere = (await place.get(marker)) !== undefined;
  if (!isThere && note?.place === place.address)
    throw new Error(
      `${place.address} had the backup of this registry, and is empty. ${isBucketAddress(place.address) ? 'Was it emptied?' : 'Is its disk mounted?'} To start again there, delete ${noteFile(dataDir)}.`,
    );
  if (isThere) await checkOwner(place, key, dataDir);
  const claim = await place.claim(await holderOf(dataDir), !isThere);
  try {
    // By who holds it alone: of two that found it empty, the second must see what the first began.
    if (!(await place.get(marker))) await begin(place, key, dataDir);
    const registry = await checkOwner(place, key, dataDir);
    if (note?.place !== place.address) await keepNote(dataDir, { registry, place: place.address });
    return claim;
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function begin(place: Place, key: Key, dataDir: string): Promise<void> {
  const note = await readNote(dataDir);
  const mark: Mark = { format: 1, registry: note?.registry ?? randomUUID(), key: key ? keyMark(key) : null };
  await keepNote(dataDir, { registry: mark.registry });
  await place.put(marker, Buffer.from(JSON.stringify(mark)));
}

/** Whose it is, which is this registry. */
async function checkOwner(place: Place, key: Key, dataDir: string): Promise<string> {
  const { registry } = await checkTarget(place, key);
  if (registry !== (await readNote(dataDir))?.registry)
    throw new Error(
      `${place.address} has the backup of another registry. Restore it with operator restore, or set BACKUP_DIR to an empty ${kindOf(place)}.`,
    );
  return registry;
}

const kindOf = ({ address }: Place): string => (isBucketAddress(address) ? 'prefix' : 'folder');

/** That there is a copy, which this key opens. */
export async function checkTarget(place: Place, key: Key): Promise<{ registry: string }> {
  const bytes = await place.get(marker);
  if (!bytes) throw new Error(`${place.address} has no backup.`);
  const mark = parse(bytes, place);
  if (mark.format !== 1) throw new Error(`${place.address} is of a newer version of the registry.`);
  if (mark.key === null && key)
    throw new Error(
      `The backup in ${place.address} is not encrypted. Unset BACKUP_KEY_FILE, or choose an empty ${kindOf(place)}.`,
    );
  if (mark.key !== null && !key) throw new Error(`The backup in ${place.address} is encrypted. Set BACKUP_KEY_FILE.`);
  if (mark.key !== null && key && !isKeyOf(key, mark.key))
    throw new Error(`BACKUP_KEY_FILE has another key than the one that encrypted ${place.address}.`);
  return mark;
}

function parse(bytes: Buffer, place: Place): Mark {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new Error(`${marker} in ${place.address} is damaged.`);
  }
}

/** For a data folder that was restored from this place, and goes on copying to it. */
export async function adopt(dataDir: string, place: Place, key: Key): Promise<void> {
  const { registry } = await checkTarget(place, key);
  await keepNote(dataDir, { registry, place: place.address });
}

/** Undefined where there is none. Rejects, with what to do, where it is damaged. */
async function readNote(dataDir: string): Promise<Note | undefined> {
  const file = noteFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new Error(`${file} is damaged. Name an empty folder in BACKUP_DIR, delete ${file}, and start again.`);
  }
}

async function keepNote(dataDir: string, note: Note): Promise<void> {
  const file = noteFile(dataDir);
  const draft = `${file}.draft`;
  await writeFile(draft, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  await syncPath(draft);
  await rename(draft, file);
  await syncPath(dataDir);
}
