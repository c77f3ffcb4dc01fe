/** A version as an archive: of what the process keeps, where it keeps any. */
import { type ArchiveKind, packArchive, packZip } from '../bundle/archive/archive.ts';
import { foundContent, foundFiles } from './found.ts';
import type { Reading } from './reading.ts';

/** Errors: those of `foundContent`. */
export async function packedVersion(
  { view, blob, archives }: Pick<Reading, 'view' | 'blob' | 'archives'>,
  at: { author: string; slug: string; hash: string },
  kind: ArchiveKind,
): Promise<Uint8Array> {
  const version = await foundContent(view, at);
  const files = await foundFiles(view, version);
  const read = () => Promise.all(files.map(async ({ path, hash }) => ({ path, bytes: await blob(hash) })));
  if (!archives) return (kind === 'zip' ? packZip : packArchive)(await read());
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return archives.archiveOf({ hash: version.hash, size }, kind, read);
}
