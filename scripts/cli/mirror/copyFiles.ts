/** The files of a copy, as nginx serves them; below its root no link is followed. */
import { linkSync, lstatSync, mkdirSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckedFile } from '../../../mirror/followers/pack/checkedFile.ts';
import { type Entry, faultsOf, putContent, removeContent, stampOf } from '../../../mirror/snapshot/files/content.ts';
import { encodedFile } from '../../../mirror/snapshot/files/encodedFile.ts';
import { openFolder, openFolderSink } from '../../../mirror/snapshot/files/folder.ts';
import { openTouched } from '../../../mirror/snapshot/files/touched.ts';
import { encodings } from '../../../origin/contract/headers/encodings.ts';
import { Failure } from '../failure.ts';

export interface CopyFiles {
  put(checked: CheckedFile): Promise<void>;
  /** Takes over a file of another copy, with its forms, where each byte and time there is as it is to be; false where not. */
  take(from: string, entry: Entry): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** What was changed until now is on disk when it resolves. */
  sync(): Promise<void>;
}

/** `staging` is emptied. `isUnseen`: nobody looks at the copy yet. */
export async function openCopyFiles(root: string, staging: string, isUnseen: boolean): Promise<CopyFiles> {
  const sink = await openFolderSink(root, staging, () => isUnseen);
  const linked = openTouched(root);
  const cutLinks = linksAbove(root);
  return {
    put: async (checked) => {
      cutLinks(checked.entry.path);
      await putContent(sink, checked);
      const { mtimeMs } = lstatSync(join(root, checked.entry.path));
      if (Math.floor(mtimeMs / 1000) !== stampOf(checked.entry).seconds)
        throw new Failure(`The disk of ${root} keeps no times after 2038, of which ETags are made: use another one.`);
    },
    take: async (from, entry) => {
      if ((await faultsOf(openFolder(from), entry)).length > 0) return false;
      cutLinks(entry.path);
      await removeContent(sink, entry.path);
      for (const name of namesOf(entry)) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        // A disk that knows no hard links gets another copy.
        if (!isLinked(join(from, name), join(root, name))) return false;
        linked.add(join(root, name));
      }
      return true;
    },
    remove: async (path) => {
      cutLinks(path);
      await removeContent(sink, path);
    },
    sync: async () => {
      await sink.sync();
      await linked.sync();
    },
  };
}

/** The names that a file of a copy has on disk, those of its encoded forms too. */
export const namesOf = ({ path, forms }: Entry): string[] => [
  path,
  ...encodings.filter((encoding) => forms[encoding]).map((encoding) => encodedFile(path, encoding)),
];

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    return false;
  }
}

/** A function that takes away a link where a folder of a path goes: what is written would land where that points. */
function linksAbove(root: string): (path: string) => void {
  const real = new Set<string>();
  return (path) => {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      if (real.has(folder)) continue;
      if (lstatSync(join(root, folder), { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(join(root, folder));
      real.add(folder);
    }
  };
}
