/** Who signs checkpoints: the key that the settings give, or one of the data directory, made at first start. */
import { join } from 'node:path';
import { newSigner, type Signer, signNote, verifierText } from '../../log/note.ts';
import type { LogSigner } from './extend.ts';
import { keyOf, makeKey, readKey } from './keyFile.ts';

export interface KeyPlace {
  dataDir: string;
  /** The key itself, or the file with it. */
  log?: { key?: string; keyFile?: string };
  site: { mirrorUrl: string };
}

/** Errors: one sentence, where there is a key that can't be read. */
export async function openSigner(place: KeyPlace): Promise<LogSigner> {
  const signer = await keyIn(place);
  return { origin: signer.name, verifier: verifierText(signer), sign: (text) => signNote(text, [signer]) };
}

export async function keyIn({ dataDir, log = {}, site }: KeyPlace): Promise<Signer> {
  if (log.key !== undefined) return keyOf(log.key, 'LOG_KEY');
  const file = keyFileOf({ dataDir, log });
  const found = await readKey(file);
  if (found) return found;
  if (log.keyFile !== undefined) throw new Error(`LOG_KEY_FILE: there is no ${file}.`);
  await makeKey(file, newSigner(originOf(site)));
  return keyIn({ dataDir, log, site });
}

/** Whether the key is there that this verifier key goes with. Makes none. Errors: as of `openSigner`. */
export async function isKeyAtHand(place: KeyPlace, verifier: string | undefined): Promise<boolean> {
  const key = place.log?.key === undefined ? await readKey(keyFileOf(place)) : await keyIn(place);
  return key !== undefined && verifierText(key) === verifier;
}

/** Where the key is, unless a variable has it. */
export const keyFileOf = ({ dataDir, log = {} }: Pick<KeyPlace, 'dataDir' | 'log'>): string =>
  log.keyFile ?? join(dataDir, 'log.key');

/** What a log is called: where it is read. */
function originOf({ mirrorUrl }: { mirrorUrl: string }): string {
  const { host, pathname } = new URL(mirrorUrl);
  return `${host}${pathname.replace(/\/$/, '')}/log`;
}
