/** What one version has that another had not: lines, and what it newly asks for. Every comparison is made here. */
import type { BundleFile } from '../bundle/bundleFile.ts';
import type { Comparer } from '../bundle/compare/comparer.ts';
import { planOf } from '../bundle/compare/plan.ts';
import type { ManifestFile } from '../bundle/manifest.ts';
import type { Output } from '../contract/operations.ts';
import type { Capabilities } from '../scan/capabilities/capabilities.ts';
import type { VersionRow } from '../store/schema/tables.ts';
import { reportOf } from '../store/skills/scans/scans.ts';
import { foundFiles } from './found.ts';
import { asksOf } from './public/asks.ts';
import type { Reading } from './reading.ts';

/** One side of a comparison; its files are read only where nobody compared the two before. */
export interface Side {
  hash: string;
  token_count: number;
  capabilities: Capabilities | undefined;
  files(): Promise<readonly ManifestFile[]>;
  read(file: ManifestFile): Promise<Uint8Array>;
}

type Compared = Pick<Output<'getSkillVersionDiff'>, 'files' | 'asks' | 'complete'>;

/** Errors: `unavailable`: see `Comparer`. */
export async function compared(compare: Comparer['compare'], before: Side, after: Side): Promise<Compared> {
  const { files } = await compare(before.hash, after.hash, async () => {
    const { changes } = planOf(await before.files(), await after.files());
    const bytesIn = async (side: Side, file: ManifestFile): Promise<BundleFile> => ({
      path: file.path,
      bytes: await side.read(file),
    });
    return {
      changes: await Promise.all(
        changes.map(async ({ before: old, after: fresh, ...change }) => ({
          ...change,
          ...(old && { before: await bytesIn(before, old) }),
          ...(fresh && { after: await bytesIn(after, fresh) }),
        })),
      ),
    };
  });
  const asks = {
    ...asksOf(before.capabilities, after.capabilities),
    token_count: after.token_count - before.token_count,
  };
  return { files, asks, complete: asks.complete && files.every(({ omitted }) => !omitted) };
}

/** A stored version as a side. */
export async function sideOf({ view, blob }: Pick<Reading, 'view' | 'blob'>, version: VersionRow): Promise<Side> {
  const { capabilities } = await reportOf(view.db, version.id);
  return {
    hash: version.hash,
    token_count: version.token_count,
    capabilities,
    files: () => foundFiles(view, version),
    read: ({ hash }) => blob(hash),
  };
}

/** What there was before a first version. */
export const nothing: Side = {
  hash: '',
  token_count: 0,
  capabilities: undefined,
  files: async () => [],
  read: () => Promise.reject(new Error('There is nothing to read.')),
};
