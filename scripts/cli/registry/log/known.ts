/** What this machine saw last of a registry's transparency log, and what it keeps of a registry that lies. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseCheckpoint } from '../../../../origin/log/checkpoint.ts';
import { openNote, parseVerifier } from '../../../../origin/log/note.ts';
import { Failure } from '../../failure.ts';
import { locked } from '../../lock.ts';
import type { SyncHome } from '../../sync/home.ts';
import { replaceFile } from '../../sync/store/durable.ts';
import type { Registry } from '../registry.ts';

const KnownLog = z.object({
  origin: z.string(),
  /** Its verifier keys, the newest last. */
  keys: z.array(z.string()).min(1),
  /** A signed note. */
  checkpoint: z.string(),
  /** Unix seconds, when it was seen first. */
  seen_at: z.int().min(0).default(0),
});
export type KnownLog = z.output<typeof KnownLog>;

export const fileOf = ({ root }: SyncHome): string => join(root, 'log.json');

/** Undefined before it saw any. Errors: `Failure` where the file is damaged: to begin from nothing would trust whatever comes. */
export async function knownLog(home: SyncHome): Promise<KnownLog | undefined> {
  const text = await readFile(fileOf(home), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const { origin, keys, checkpoint, seen_at } = KnownLog.parse(JSON.parse(text));
    // Else the registry would be blamed for what happened to the file.
    const seen = parseCheckpoint(openNote(checkpoint, keys.map(parseVerifier)).text);
    if (seen.origin === origin) return { origin, keys, checkpoint, seen_at };
  } catch {
    // As if it said nothing.
  }
  throw new Failure(
    `${fileOf(home)} is damaged. It says what this machine saw of the registry’s history. Remove it to begin again.`,
  );
}

/** Milliseconds to wait for another command that writes it. */
const patience = 10_000;

/**
 * Keeps `next` where the file still says `before`. Else resolves to what another command wrote meanwhile. Where this person
 * can't write, nothing is kept.
 */
export function keepLog(home: SyncHome, next: KnownLog, before: KnownLog | undefined): Promise<KnownLog | undefined> {
  const { root } = home;
  const kept = locked(
    { lock: join(root, 'log.lock'), staging: root, purpose: 'look at the log', patience },
    async () => {
      const now = await knownLog(home);
      if (now && JSON.stringify(now) !== JSON.stringify(before)) return now;
      await write(fileOf(home), { format: 1, ...next });
      return undefined;
    },
  );
  return kept.catch((error: NodeJS.ErrnoException) => {
    if (['EROFS', 'EACCES', 'EPERM', 'ENOENT'].includes(error.code ?? '')) return undefined;
    throw error;
  });
}

/**
 * Two histories, or less of one, both signed: the name of the file that proves it, or why there is none. That it is so is said in
 * any case. One file for the same two, since a registry that goes on lying is asked again and again.
 */
export async function keepEvidence(
  home: SyncHome,
  { mirrorUrl }: Pick<Registry, 'mirrorUrl'>,
  { keys, checkpoint }: KnownLog,
  { what, seen }: { what: 'fork' | 'rollback'; seen: string },
): Promise<string> {
  const at = new Date().toISOString();
  const digest = createHash('sha256')
    .update(checkpoint + seen)
    .digest('hex')
    .slice(0, 16);
  const file = join(home.root, `evidence-${what}-${digest}.json`);
  try {
    if (!existsSync(file)) await write(file, { registry: mirrorUrl, at, what, keys, known: checkpoint, seen });
    return file;
  } catch (error) {
    return `no file proves it, since none could be written (${(error as Error).message})`;
  }
}

async function write(file: string, what: unknown): Promise<void> {
  // Not in `staging`, which a sync empties. What a killed command left goes with the next one.
  const draft = `${file}.unfinished`;
  await rm(draft, { force: true });
  await replaceFile(file, `${JSON.stringify(what, undefined, 2)}\n`, draft, 0o600);
}
