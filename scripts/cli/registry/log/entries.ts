/** Entries of a registry's transparency log, none of which counts before it was found in the tree. */
import { pages } from '../../../../origin/contract/pages.ts';
import type { Checkpoint } from '../../../../origin/log/checkpoint.ts';
import { entryHash } from '../../../../origin/log/entry.ts';
import { decodeEntries, type Tile, tileIn, tilePath, tileWidth } from '../../../../origin/log/tile.ts';
import { inclusionProof, isIncluded, type ReadTile } from '../../../../origin/log/tree.ts';
import { IntegrityError, readBounded } from '../../sync/download/boundedBody.ts';
import { inParallel } from '../../sync/download/parallel.ts';
import type { Registry } from '../registry.ts';
import { answerAt, eitherOf, tilesOf } from './answers.ts';

/** Bytes: 256 entries of at most 4,096, each behind its length. */
const longest = tileWidth * (4096 + 2);
const bundlesAtOnce = 8;

/**
 * The lines of the log that `checkpoint` is of, from entry `from` on, in order: `visit` is given up to some thousand at a time,
 * with the number of the first. Errors: `IntegrityError`, `LogError`, and those of the network.
 */
export async function readEntries(
  registry: Registry,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  from: number,
  visit: (first: number, lines: string[]) => void,
): Promise<void> {
  const readTile = tilesOf(registry);
  const checked = async (bundle: Tile): Promise<string[]> => {
    const lines = decodeEntries(await askForEntries(registry, bundle)).map(String);
    const leaves = lines.map(entryHash);
    const index = bundle.index * tileWidth;
    const [leaf] = leaves;
    if (!leaf || lines.length !== bundle.width)
      throw new IntegrityError(`it shows ${lines.length} of ${bundle.width} entries from ${index}`);
    // The way of the first to the root goes by all others of its tile, which here are those that came.
    const readHere: ReadTile = async (tile) =>
      tile.level === 0 && tile.index === bundle.index ? Buffer.concat(leaves) : readTile(tile);
    const proof = await inclusionProof(index, size, readHere);
    if (!isIncluded({ index, size, leaf, root, proof }))
      throw new IntegrityError(`entries from ${index} on are not those that it signed`);
    return lines;
  };
  for (let index = Math.floor(from / tileWidth); index * tileWidth < size; index += bundlesAtOnce) {
    const bundles = Array.from({ length: bundlesAtOnce }, (_, nth) => tileIn(size, 'entries', index + nth));
    const found = new Map<Tile, string[]>();
    const there = bundles.filter((bundle) => bundle !== undefined);
    await inParallel(bundlesAtOnce, there, async (bundle) => void found.set(bundle, await checked(bundle)));
    const lines = there.flatMap((bundle) => found.get(bundle) ?? []);
    const first = index * tileWidth;
    visit(Math.max(first, from), lines.slice(Math.max(0, from - first)));
  }
}

async function askForEntries(registry: Registry, bundle: Tile): Promise<Uint8Array> {
  const path = pages.logEntries.path.replace('{bundle}', tilePath(bundle).replace('entries/', ''));
  return readBounded(await eitherOf(registry, (base) => answerAt(registry, base + path)), longest);
}
