/** The right edge of a log: all that it takes to go on with it and to say its root, in a few hashes (RFC 9162, section 2.1.2). */
import { emptyRoot, nodeHash } from './hash.ts';
import { hashesOf, type ReadTile, splitOf } from './subtree.ts';

export interface Edge {
  /** Entries of the log. */
  size: number;
  /** Roots of its complete subtrees, from the left: one for each bit of `size`, 32 bytes each. */
  roots: readonly Buffer[];
}

/** Errors: as `rootOf`. */
export async function edgeOf(size: number, read: ReadTile): Promise<Edge> {
  const hashOf = hashesOf(size, read);
  const roots: Promise<Buffer>[] = [];
  for (let start = 0; start < size; ) {
    const end = start + splitOf(size - start + 1);
    roots.push(hashOf(start, end));
    start = end;
  }
  return { size, roots: await Promise.all(roots) };
}

/** The edge once these leaf hashes follow. */
export function extendEdge({ size, roots }: Edge, leaves: readonly Buffer[]): Edge {
  const grown = [...roots];
  let count = size;
  for (const leaf of leaves) {
    let root = leaf;
    // Each subtree that is as large as what is at hand becomes its left half.
    for (let rest = count; rest % 2 === 1; rest = (rest - 1) / 2) root = nodeHash(grown.pop() as Buffer, root);
    grown.push(root);
    count += 1;
  }
  return { size: count, roots: grown };
}

export const rootOfEdge = ({ roots }: Edge): Buffer =>
  roots.length === 0 ? emptyRoot : roots.reduceRight((right, left) => nodeHash(left, right));
