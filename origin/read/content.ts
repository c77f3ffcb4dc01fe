import type { BundleFile } from '../bundle/archive.ts';
import { filesOf } from '../store/versions.ts';
import { foundContent } from './found.ts';
import type { Reading } from './reading.ts';

/** Every file of a version with its bytes, in manifest order. Errors: those of `foundContent`. */
export async function versionContent(
  { view, blob }: Reading,
  at: { author: string; slug: string; hash: string },
): Promise<BundleFile[]> {
  const version = await foundContent(view, at);
  const files = await filesOf(view.db, version.id);
  return Promise.all(files.map(async ({ path, hash }) => ({ path, bytes: await blob(hash) })));
}
