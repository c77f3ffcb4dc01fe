import type { BundleFile } from '../bundle/bundleFile.ts';
import type { VersionRow } from '../store/schema/tables.ts';
import { foundContent, foundFiles } from './found.ts';
import type { Reading } from './reading.ts';

/** A version, and every file of it with its bytes, in manifest order. Errors: those of `foundContent`. */
export async function versionContent(
  { view, blob }: Reading,
  at: { author: string; slug: string; hash: string },
): Promise<{ version: VersionRow; files: BundleFile[] }> {
  const version = await foundContent(view, at);
  const files = await foundFiles(view, version);
  return {
    version,
    files: await Promise.all(files.map(async ({ path, hash }) => ({ path, bytes: await blob(hash) }))),
  };
}
