/**
 * Keys of the transparency log in a copy: sealed as all else is, each under a name that its verifier key, which is public,
 * makes. Those that came before stay, since an earlier state of the store goes on with the one that it had.
 */
import { createHash } from 'node:crypto';
import { parseSigner, type Signer, signerText, verifierText } from '../../log/note.ts';
import { readObject, type Store, writeObject } from './chains.ts';
import { Damaged } from './place/sealed.ts';

const folder = 'log-keys/';

const nameFor = (verifier: string): string =>
  `${folder}${createHash('sha256').update(verifier).digest('hex').slice(0, 32)}`;

/** What others would read is never put there. */
export async function keepLogKey(store: Store, signer: Signer): Promise<void> {
  if (!store.key) throw new Error('A copy that is not encrypted has no key of the log.');
  const verifier = verifierText(signer);
  const there = await logKeyIn(store, verifier).catch((error: unknown) => {
    if (!(error instanceof Damaged)) throw error;
  });
  if (there) return;
  await writeObject(store, nameFor(verifier), Buffer.from(`${signerText(signer)}\n`));
}

/** Undefined where there is none. Rejects with `Damaged` where it is not what was put there. */
export async function logKeyIn(store: Store, verifier: string): Promise<Signer | undefined> {
  const name = nameFor(verifier);
  if (!store.key || !(await store.place.get(name))) return undefined;
  const text = (await readObject(store, name)).toString().trim();
  try {
    const signer = parseSigner(text);
    if (verifierText(signer) === verifier) return signer;
  } catch {
    // What it holds is told to nobody.
  }
  throw new Damaged(name, 'holds another key');
}

/** Names of all that are there. */
export const logKeysIn = ({ place }: Store): AsyncIterable<string> => place.list(folder);
