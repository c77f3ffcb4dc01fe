/**
 * What a witness must never forget: its key, and of each log the latest checkpoint that it cosigned. Everything is on disk
 * before anyone hears of it. What can’t be read is an error, never a new beginning.
 */
import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseCheckpoint } from '../../../origin/log/checkpoint.ts';
import { emptyRoot } from '../../../origin/log/hash.ts';
import { newSigner, openNote, parseSigner, type Signer, signerText } from '../../../origin/log/note.ts';
import { exitCodes, Failure } from '../failure.ts';
import { makeFolder, replaceFile } from '../sync/store/durable.ts';

/** The latest checkpoint of a log that the witness cosigned. */
export interface Known {
  size: number;
  root: Buffer;
  /** With the log’s signature and the witness’s; empty if there is none. */
  note: string;
}

const nothing: Known = { size: 0, root: emptyRoot, note: '' };

/** The witness’s own key, for cosignatures: made once, readable to its owner alone. Errors: `Failure`. */
export async function openKey(folder: string, name: string | undefined): Promise<Signer> {
  const file = join(folder, 'key');
  const text = await textOf(file);
  if (text === undefined) return makeKey(folder, file, name ?? hostname());
  if (process.platform !== 'win32' && (await stat(file)).mode & 0o077)
    throw new Failure(`Others can read ${file}, the private key. Run chmod 600 on it, or make a new witness.`);
  if ((await textOf(join(folder, logsIn, '.kept'))) === undefined)
    throw new Failure(
      `${join(folder, logsIn)} is gone: what this key cosigned is not known. Restore it, or make a new witness.`,
    );
  const signer = read(() => parseSigner(text.trimEnd()), file);
  if (name !== undefined && name !== signer.name)
    throw new Failure(`The key in ${folder} is called ${signer.name}, not ${name}.`, exitCodes.usage);
  return signer;
}

const logsIn = 'logs';

async function makeKey(folder: string, file: string, name: string): Promise<Signer> {
  let signer: Signer;
  try {
    signer = newSigner(name, 0x04);
  } catch {
    throw new Failure(`"${name}" is no name for a key: it must have no space and no plus.`, exitCodes.usage);
  }
  // First, so that a key without this folder tells of a loss.
  await makeFolder(join(folder, logsIn), 0o700);
  await put(join(folder, logsIn, '.kept'), '');
  await put(file, `${signerText(signer)}\n`);
  return signer;
}

/** What the witness knows of a log. Errors: `Failure` if the file is not what this witness wrote of this log. */
export async function knownOf(folder: string, origin: string, signer: Signer): Promise<Known> {
  const file = fileOf(folder, origin);
  const note = await textOf(file);
  if (note === undefined) return nothing;
  return read(() => {
    const checkpoint = parseCheckpoint(openNote(note, [signer]).text);
    if (checkpoint.origin !== origin) throw new Error(`It is of ${checkpoint.origin}.`);
    return { size: checkpoint.size, root: checkpoint.root, note };
  }, file);
}

/** On disk when it resolves: a crash leaves the note before it or this one. Errors: those of the file system. */
export const keep = (folder: string, origin: string, note: string): Promise<void> => put(fileOf(folder, origin), note);

/** Keeps a checkpoint that contradicts the one that is known: together they show that the log lied. The first of a size. */
export async function keepContradiction(folder: string, origin: string, size: number, note: string): Promise<string> {
  const file = `${fileOf(folder, origin)}-contradicted-at-${size}`;
  if ((await textOf(file)) === undefined) await put(file, note);
  return file;
}

/** As in addresses of tlog-witness: no origin is a path. */
export const hashOf = (origin: string): string => createHash('sha256').update(origin).digest('hex');

const fileOf = (folder: string, origin: string) => join(folder, logsIn, hashOf(origin));

async function put(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  await replaceFile(file, text, unfinished, 0o600);
}

const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });

/** The key file’s text is no part of what is said. */
function read<T>(parse: () => T, file: string): T {
  try {
    return parse();
  } catch (error) {
    throw new Failure(
      `${file} is damaged: ${(error as Error).message} Restore its latest copy, or make a new witness; an older copy would have this one contradict itself.`,
    );
  }
}
