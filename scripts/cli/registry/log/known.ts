/** What this machine saw last of a registry's transparency log, and what it keeps of a registry that lies. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import type { SyncHome } from '../../sync/home.ts';
import { replaceFile } from '../../sync/store/durable.ts';
import type { Registry } from '../registry.ts';

export interface KnownLog {
  origin: string;
  verifier: string;
  /** A signed note. */
  checkpoint: string;
}

export const fileOf = ({ root }: SyncHome): string => join(root, 'log.json');

/** Undefined before it saw any. Errors: `Failure` where the file is damaged: to begin from nothing would trust whatever comes. */
export async function knownLog(home: SyncHome): Promise<KnownLog | undefined> {
  const text = await readFile(fileOf(home), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const { origin, verifier, checkpoint } = JSON.parse(text) as KnownLog;
    if ([origin, verifier, checkpoint].every((value) => typeof value === 'string'))
      return { origin, verifier, checkpoint };
  } catch {
    // As if it said nothing.
  }
  throw new Failure(
    `${fileOf(home)} is damaged. It says what this machine saw of the registry’s history. Remove it to begin again.`,
  );
}

export const keepLog = (home: SyncHome, known: KnownLog): Promise<void> =>
  write(home, fileOf(home), { format: 1, ...known });

/** Two histories, both signed: the name of the file that proves it, or why there is none. That there are two is said in any case. */
export async function keepEvidence(
  home: SyncHome,
  { mirrorUrl }: Pick<Registry, 'mirrorUrl'>,
  { verifier, checkpoint }: KnownLog,
  seen: string,
): Promise<string> {
  const at = new Date().toISOString();
  const file = join(home.root, `evidence-${at.replaceAll(/[:.]/g, '-')}.json`);
  try {
    await write(home, file, { registry: mirrorUrl, at, verifier, known: checkpoint, seen });
    return file;
  } catch (error) {
    return `no file proves it, since none could be written (${(error as Error).message})`;
  }
}

const write = (home: SyncHome, file: string, what: unknown): Promise<void> =>
  replaceFile(file, `${JSON.stringify(what, undefined, 2)}\n`, join(home.staging, `${process.pid}-log.json`), 0o600);
