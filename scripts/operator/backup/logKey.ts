/** The key of the transparency log, next to a store that was restored: the log goes on with it, and with no other. */
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findCatalog } from '../../../mirror/snapshot/catalog/place.ts';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import type { Signer } from '../../../origin/log/note.ts';
import type { Settings } from '../../../origin/settings/settings.ts';
import type { Store } from '../../../origin/store/backup/chains.ts';
import { logKeyIn } from '../../../origin/store/backup/logKeys.ts';
import { Damaged } from '../../../origin/store/backup/place/sealed.ts';
import { syncPath } from '../../../origin/store/durable.ts';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { holdIn } from '../../../origin/store/log/hold.ts';
import { makeKey } from '../../../origin/store/log/keyFile.ts';
import { logHead, newestCheckpoint } from '../../../origin/store/log/read.ts';
import { logSize } from '../../../origin/store/log/rows.ts';
import { isKeyAtHand, keyFileOf } from '../../../origin/store/log/signer.ts';

/** A log as a store has it: which key it is signed with, and how many entries it has. */
export interface LogState {
  origin: string;
  verifier: string;
  size: number;
  /** What its newest checkpoint is over. */
  signed: number;
}

/** Undefined where it was not begun. */
export async function logStateIn(db: Db): Promise<LogState | undefined> {
  const head = await logHead(db);
  if (!head) return undefined;
  const note = await newestCheckpoint(db);
  const signed = note === undefined ? 0 : parseCheckpoint(note).size;
  return { origin: head.origin, verifier: head.verifier, size: await logSize(db), signed };
}

/** Where a restored store’s key may come from. */
export interface KeySource {
  /** Undefined where it has none. */
  find(verifier: string): Promise<Signer | undefined>;
  /** Why this log must not go on, if it must not: then nobody is given its key. */
  refusal?(log: LogState): Promise<string | undefined>;
}

/** The newest checkpoint that the mirror in the data directory shows. */
export async function shownHere(settings: Settings): Promise<string | undefined> {
  const catalog = await findCatalog(settings);
  return catalog && (await newestCheckpoint(catalog.db).finally(() => catalog.close()));
}

/**
 * Keeps a restored store’s log from going on unless it has what was published, as the mirror’s files tell. Returns what the
 * operator has to do where they don’t.
 */
export async function holdLog(settings: Settings, log: LogState | undefined): Promise<string[]> {
  if (!log) return [];
  const hold = holdIn(settings.dataDir);
  const before = await hold.read();
  // One that can’t be read tells nothing, nor does what a log on hold made since.
  const shown = before ? before.published : await shownHere(settings).catch(() => undefined);
  const published = shown !== undefined && isNewest(shown, log) ? shown : undefined;
  await hold.put(published);
  if (published !== undefined) return [];
  return [
    `The log is on hold: here it has ${log.size} entries, and people may have seen more. Compare with a mirror or witness, the second line of ${log.origin}/checkpoint. If none has more: npm run operator -- log resume ${log.size}. If one has: ${adoptIt}`,
  ];
}

/** A mirror that is older than the store, or was begun with an empty one, does not tell what was published last. */
function isNewest(shown: string, { origin, signed }: LogState): boolean {
  const checkpoint = parseCheckpoint(shown);
  return checkpoint.origin === origin && checkpoint.size > 0 && checkpoint.size >= signed;
}

export const adoptIt = 'npm run operator -- log adopt --reason "…"';

/**
 * Puts the key back where it is not, and says so, once its store is in place: before, a registry that is started would begin
 * another log with it. A key of another log is kept beside it. Returns a sentence for each thing that there is to know.
 */
export async function bringLogKey(
  settings: Settings,
  log: LogState | undefined,
  source: KeySource,
): Promise<{ notes: string[]; isFailed: boolean }> {
  try {
    return { notes: await bring(settings, log, source), isFailed: false };
  } catch (error) {
    const why = `The key of the transparency log could not be restored: ${(error as Error).message}`;
    return {
      notes: [`${why} Before you start, restore again, or put it back as ${keyFileOf(settings)}.`],
      isFailed: true,
    };
  }
}

async function bring(settings: Settings, log: LogState | undefined, source: KeySource): Promise<string[]> {
  if (!log) return [];
  const isHere = await isKeyAtHand(settings, log.verifier).catch(() => false);
  if (isHere) return [];
  const { key, keyFile } = settings.log;
  if (key !== undefined || keyFile !== undefined)
    return [
      `${key === undefined ? 'LOG_KEY_FILE' : 'LOG_KEY'} does not give the key that the transparency log is signed with. Set it to that one before you start.`,
    ];
  const refusal = await source.refusal?.(log);
  if (refusal) return [refusal];
  const file = keyFileOf(settings);
  const signer = await source.find(log.verifier);
  if (!signer)
    return [
      `The key that the transparency log is signed with is not here, and was not restored. Before you start, put it back as ${file}. If it is lost, begin another log: ${adoptIt}`,
    ];
  const aside = await setAside(file);
  await makeKey(file, signer);
  return [
    `Restored the key of the transparency log: ${file}.${aside ? ` Another key was there, and is in ${aside}.` : ''}`,
  ];
}

/** What is at this path, by where it is from now on. */
async function setAside(file: string): Promise<string | undefined> {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17);
  const aside = join(dirname(file), `before-${time}.log.key`);
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  await syncPath(dirname(file));
  return aside;
}

/**
 * Whether a copy has the key that a store’s log is signed with: `looked` is of the copy, as in “not encrypted, so …”, and empty
 * where no log was begun. That it lacks one which is kept elsewhere by intent, or not here at all, is no problem of the copy; nor
 * is it where the registry `isStopped`, and puts it there when it starts.
 */
export async function lookAtLogKey(
  copy: Store,
  settings: Settings,
  db: Db,
  isStopped = false,
): Promise<{ looked: string; problems: string[] }> {
  const log = await logStateIn(db);
  if (!log) return { looked: '', problems: [] };
  const key = 'the key of the transparency log';
  if (settings.log.key !== undefined || settings.log.keyFile !== undefined)
    return { looked: `without ${key}, which settings give`, problems: [] };
  if (!copy.key) return { looked: `not encrypted, so without ${key}`, problems: [] };
  try {
    if (await logKeyIn(copy, log.verifier)) return { looked: `with ${key}`, problems: [] };
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return { looked: `without ${key}`, problems: [`${key}: ${error.message}`] };
  }
  const isHere = !isStopped && (await isKeyAtHand(settings, log.verifier).catch(() => false));
  return { looked: `without ${key}`, problems: isHere ? [`${key} is not in the backup, and only here`] : [] };
}

export const keepIt = 'Start the registry with BACKUP_DIR and BACKUP_KEY_FILE set: it puts the key there.';
