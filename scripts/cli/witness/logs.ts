/** Logs whose checkpoints a witness cosigns. */
import { readFile } from 'node:fs/promises';
import { LogError } from '../../../origin/log/logError.ts';
import { parseVerifier, type Verifier } from '../../../origin/log/note.ts';
import { exitCodes, Failure } from '../failure.ts';

/** The keys of each log, by its origin, which is what its keys are called. */
export type Logs = ReadonlyMap<string, readonly Verifier[]>;

interface Named {
  log?: string[];
  /** A file with a key a line; what follows "#" at the start of a line is not read. */
  logs?: string;
}

/** Errors: `Failure` if a key can’t be read, is a witness’s, or there is none. */
export async function readLogs({ log = [], logs: file }: Named): Promise<Logs> {
  const lines = file === undefined ? [] : (await readFile(file, 'utf8')).split(/\r?\n/);
  const keys = [...log, ...lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'))];
  const logs = new Map<string, Verifier[]>();
  for (const verifier of keys.map(read)) logs.set(verifier.name, [...(logs.get(verifier.name) ?? []), verifier]);
  if (logs.size === 0)
    throw new Failure('Name the key of a log with --log, or a file of keys with --logs.', exitCodes.usage);
  return logs;
}

function read(key: string): Verifier {
  try {
    const verifier = parseVerifier(key);
    if (verifier.type === 0x01) return verifier;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new Failure(`"${key}" is no key of a log. ${error.message}`, exitCodes.usage);
  }
  throw new Failure(`"${key}" is the key of a witness, not of a log.`, exitCodes.usage);
}
