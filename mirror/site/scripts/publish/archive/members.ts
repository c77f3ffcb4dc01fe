/** The files of an archive, for a person to look at: what can't be read here isn't listed, and the registry judges. */
import { inflated } from './inflate.ts';
import type { Bounds, Member } from './member.ts';
import { tarMembers } from './tar.ts';
import { zipMembers } from './zip.ts';

/** What a header takes beside each file, in bytes. */
const perFile = 4096;

/** Sorted by path. */
export async function membersOf(archive: Blob, bounds: Bounds): Promise<Member[]> {
  const members = await read(archive, bounds).catch(() => []);
  return members
    .map(({ path, content }) => ({ path: path.replace(/^\.\//, ''), content }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function read(archive: Blob, bounds: Bounds): Promise<Member[]> {
  if (archive.type === 'application/zip') return zipMembers(archive, bounds);
  return tarMembers(await inflated(archive, 'gzip', bounds.unpacked + bounds.files * perFile), bounds);
}
