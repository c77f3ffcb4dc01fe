/**
 * The key that checkpoints are signed with: what the settings give, or one of the data directory, made at first start. Who has
 * it can sign another history: it is readable by its owner alone.
 */
import { link, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { newSigner, parseSigner, signerText, signNote, verifierText } from '../../log/note.ts';
import { makeFolder, syncPath } from '../durable.ts';
import type { LogSigner } from './extend.ts';

export interface KeyPlace {
  dataDir: string;
  /** The key itself, or the file with it. */
  log?: { key?: string; keyFile?: string };
  site: { mirrorUrl: string };
}

/** Errors: one sentence, where there is a key that can't be read. */
export async function openSigner({ dataDir, log = {}, site }: KeyPlace): Promise<LogSigner> {
  const ownFile = join(dataDir, 'log.key');
  const file = log.keyFile ?? ownFile;
  const text = log.key ?? (await read(file)) ?? (file === ownFile ? await make(dataDir, ownFile, site) : undefined);
  if (text === undefined) throw new Error(`LOG_KEY_FILE: there is no ${file}.`);
  const signer = parsed(text, log.key === undefined ? file : 'LOG_KEY');
  return {
    origin: signer.name,
    verifier: verifierText(signer),
    sign: (text) => signNote(text, [signer]),
  };
}

function parsed(text: string, where: string) {
  try {
    return parseSigner(text.trim());
  } catch {
    // What is wrong with it would say what is in it.
    throw new Error(`${where}: holds no key of a transparency log. Put back the one that the log was begun with.`);
  }
}

/** What a log is called: where it is read. */
export const logOrigin = ({ mirrorUrl }: { mirrorUrl: string }): string => {
  const { host, pathname } = new URL(mirrorUrl);
  return `${host}${pathname.replace(/\/$/, '')}/log`;
};

const read = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Whole or not at all, and of two programs that make one at a time both have the first. */
async function make(dataDir: string, file: string, site: { mirrorUrl: string }): Promise<string> {
  await makeFolder(dataDir);
  const drafts = await mkdtemp(join(dataDir, '.log-key-'));
  try {
    const draft = join(drafts, 'log.key');
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${signerText(newSigner(logOrigin(site)))}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
  await syncPath(dataDir);
  return (await read(file)) ?? '';
}
