/** A folder as a place. The kernel keeps others out, and lets go of who was killed. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '../../engine/sqlite.ts';
import { folderObjects } from '../../objects/folder.ts';
import { marker, type Place } from './place.ts';

export function folderPlace(root: string): Place {
  const objects = folderObjects(root);
  return {
    ...objects,
    address: root,
    put: async (name, bytes) => {
      // Never made by accident in what a disk left behind that is no longer there.
      if (name !== marker) await stat(join(root, marker));
      await objects.put(name, bytes);
    },
    claim: async (_, isNew) => {
      if (isNew) await mkdir(root, { recursive: true, mode: 0o700 });
      const release = await lockFile(join(root, 'lock'), 'exclusive');
      if (!release) throw new Error(`Another program writes to ${root}.`);
      await objects.tidy();
      return { release, lost: new AbortController().signal };
    },
  };
}
