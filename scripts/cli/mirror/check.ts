/** Reads every byte of a copy again, and asks nobody. */
import { faultsOf } from '../../../mirror/snapshot/files/content.ts';
import { openFolder } from '../../../mirror/snapshot/files/folder.ts';
import { exitCodes, Failure, type Outcome } from '../context.ts';
import { alone } from './alone.ts';
import { finish } from './changes.ts';
import { namesOf } from './copyFiles.ts';
import { type Copy, type MirrorFolder, openMirrorFolder } from './folder.ts';
import { copyInWords, counted, summaryOf } from './told.ts';

/** Milliseconds that a check waits for a copy that is just being changed. */
const patience = 60_000;

/** Errors: `Failure` where there is no copy. */
export async function checkCopy(root: string): Promise<Outcome> {
  const none = new Failure(`${root} has no copy of a registry that is whole.`);
  if (!(await openMirrorFolder(root)).about) throw none;
  const check = async (folder: MirrorFolder): Promise<Outcome> => {
    await finish(folder);
    const shown = await folder.shown();
    if (!folder.about || !shown) throw none;
    const [summary, faults] = [await summaryOf(folder.about, shown), await faultsIn(shown)];
    const lines = faults.map(({ path, what }) => `${path} ${what}`);
    const end =
      faults.length === 0
        ? 'every byte is as it came'
        : `${counted(faults.length, 'fault')}. To put them right: --full`;
    return {
      text: [...lines, `${copyInWords(summary)}: ${end}.`].join('\n'),
      json: { ...summary, faults },
      exitCode: faults.length > 0 ? exitCodes.failed : exitCodes.done,
    };
  };
  return alone(root, patience, check).catch(async (error: NodeJS.ErrnoException) => {
    if (!['EROFS', 'EACCES'].includes(error.code ?? '')) throw error;
    // On a disk that is only read nobody changes it either.
    return check(await openMirrorFolder(root));
  });
}

interface CopyFault {
  path: string;
  /** `is missing`, for example. */
  what: string;
}

async function faultsIn(copy: Copy): Promise<CopyFault[]> {
  const { entries } = await copy.index();
  const files = openFolder(copy.root);
  const [faults, named] = [[] as CopyFault[], new Set<string>()];
  for (const entry of entries.values()) {
    for (const name of namesOf(entry)) named.add(name);
    for (const { path, what } of await faultsOf(files, entry)) faults.push({ path, what });
  }
  for await (const path of files.list()) if (!named.has(path)) faults.push({ path, what: 'is nothing of the copy' });
  for (const path of copy.state.lost ?? []) {
    const what = entries.has(path)
      ? 'is as it was before: the registry had lost the new one'
      : 'is missing: the registry had lost it';
    faults.push({ path, what });
  }
  return faults.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
