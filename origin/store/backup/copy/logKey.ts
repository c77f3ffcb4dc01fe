/** The key of the transparency log, copied where the copy is encrypted: another program makes it, and may change it. */
import { stat } from 'node:fs/promises';
import { readKey } from '../../log/keyFile.ts';
import type { Store } from '../chains.ts';
import { keepLogKey } from '../logKeys.ts';

/**
 * To be called before what was written since is sent, which may need the key to go on. Rejects where the place fails. A file that
 * can’t be read is told of once: it holds nothing else up.
 */
export function followLogKey(
  store: Store,
  file: string | undefined,
  tell: (sentence: string) => void,
): () => Promise<void> {
  let seen: string | undefined;
  return async () => {
    if (!file || !store.key) return;
    const mark = await markOf(file);
    if (mark === undefined || mark === seen) return;
    const signer = await readKey(file).catch((error: Error) => {
      tell(`the key of the log is not in the backup: ${error.message}`);
      return undefined;
    });
    if (signer) await keepLogKey(store, signer);
    seen = mark;
  };
}

/** Another one once the file is; undefined where there is none. */
const markOf = (file: string): Promise<string | undefined> =>
  stat(file).then(
    ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
    ({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? undefined : code),
  );
