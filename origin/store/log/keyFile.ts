/** The file of the log's key: made once, or replaced whole. Who has it can sign another history: its owner alone can read it. */
import { link, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseSigner, type Signer, signerText } from '../../log/note.ts';
import { makeFolder, syncPath } from '../durable.ts';

/** Undefined where there is no such file. Errors: one sentence, which says nothing of what is in it. */
export async function readKey(file: string): Promise<Signer | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : keyOf(text, file);
}

/** `where` it is from. */
export function keyOf(text: string, where: string): Signer {
  try {
    return parseSigner(text.trim());
  } catch {
    throw new Error(`${where}: holds no key of a transparency log. Put back the one that the log was begun with.`);
  }
}

/** Puts a key where there is none: of several programs that do so at a time, one does. */
export const makeKey = (file: string, signer: Signer): Promise<void> =>
  draft(file, signer, (from) =>
    link(from, file).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );

export const replaceKey = (file: string, signer: Signer): Promise<void> =>
  draft(file, signer, (from) => rename(from, file));

/** Whole or not at all, also after a power loss. */
async function draft(file: string, signer: Signer, place: (from: string) => Promise<void>): Promise<void> {
  const folder = dirname(file);
  await makeFolder(folder);
  const drafts = await mkdtemp(join(folder, '.log-key-'));
  try {
    const from = join(drafts, 'log.key');
    const handle = await open(from, 'wx', 0o600);
    try {
      await handle.writeFile(`${signerText(signer)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(from);
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
  await syncPath(folder);
}
