import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgeOf, extendEdge, rootOfEdge } from '../../origin/log/edge.ts';
import { emptyRoot, leafHash, nodeHash } from '../../origin/log/hash.ts';
import { tilePath } from '../../origin/log/tile.ts';
import { consistencyProof, inclusionProof, isConsistent, isIncluded, rootOf } from '../../origin/log/tree.ts';
import { times } from '../thoroughness.ts';
import { flipped, makeLog, plainRoot } from './tiles.ts';

/** Entries of the known answers of Certificate Transparency (merkletree/merkle_verifier_test.cc there). */
const known = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (hex) => leafHash(Buffer.from(hex, 'hex')),
);
const knownRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const hexes = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));

describe('a tree', () => {
  it('has the roots of RFC 6962 that Certificate Transparency publishes', async () => {
    for (const [size, root] of knownRoots.entries()) {
      const { read } = makeLog(size, known.slice(0, size));
      expect((await rootOf(size, read)).toString('hex')).toBe(root);
    }
    expect(emptyRoot.toString('hex')).toBe(knownRoots[0]);
  });

  it('has the proofs of RFC 6962, section 2.1.3', async () => {
    const [a, b, c, d, e, f, j] = known as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
    const [g, h, i] = [nodeHash(a, b), nodeHash(c, d), nodeHash(e, f)];
    const [k, l] = [nodeHash(g, h), nodeHash(i, j)];
    const { read } = makeLog(7, known.slice(0, 7));
    expect(hexes(await inclusionProof(0, 7, read))).toEqual(hexes([b, h, l]));
    expect(hexes(await inclusionProof(3, 7, read))).toEqual(hexes([c, g, l]));
    expect(hexes(await inclusionProof(4, 7, read))).toEqual(hexes([f, j, k]));
    expect(hexes(await inclusionProof(6, 7, read))).toEqual(hexes([i, k]));
    expect(hexes(await consistencyProof(3, 7, read))).toEqual(hexes([c, d, g, l]));
    expect(hexes(await consistencyProof(4, 7, read))).toEqual(hexes([l]));
    expect(hexes(await consistencyProof(6, 7, read))).toEqual(hexes([i, j, k]));
  });

  it('has the root of its definition at any size, around full tiles too', async () => {
    for (const size of [255, 256, 257, 511, 512, 513, 1000, 65_535, 65_536, 65_537, 70_000]) {
      const log = makeLog(size);
      expect(await rootOf(size, log.read), String(size)).toEqual(plainRoot(log.leaves));
    }
  });

  it('goes on from its right edge alone, to the root of all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1500), fc.nat(600), async (size, more) => {
        const { leaves } = makeLog(size + more);
        const { read } = makeLog(size);
        const edge = await edgeOf(size, read);
        expect(rootOfEdge(edge)).toEqual(plainRoot(leaves.slice(0, size)));
        const grown = extendEdge(edge, leaves.slice(size));
        expect(grown.size).toBe(size + more);
        expect(rootOfEdge(grown)).toEqual(plainRoot(leaves));
        expect(edge.size).toBe(size);
      }),
      { numRuns: times(100) },
    );
  });

  it('proves each entry of a log of any size, and nothing with a bit changed', async () => {
    const place = fc.integer({ min: 1, max: 1500 }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
    await fc.assert(
      fc.asyncProperty(place, fc.nat(), fc.nat(7), async ([size, index], at, bit) => {
        const { leaves, read } = makeLog(size);
        const [root, leaf] = [plainRoot(leaves), leaves[index] as Buffer];
        const proof = await inclusionProof(index, size, read);
        const right = { index, size, leaf, proof, root };
        expect(isIncluded(right)).toBe(true);
        expect(isIncluded({ ...right, leaf: flipped(leaf, at % 32, bit) })).toBe(false);
        expect(isIncluded({ ...right, root: flipped(root, at % 32, bit) })).toBe(false);
        expect(isIncluded({ ...right, proof: [...proof, leaf] })).toBe(false);
        for (const [which, hash] of proof.entries()) {
          expect(isIncluded({ ...right, proof: proof.with(which, flipped(hash, at % 32, bit)) })).toBe(false);
          expect(isIncluded({ ...right, proof: proof.toSpliced(which, 1) })).toBe(false);
        }
        if (size > 1) expect(isIncluded({ ...right, index: (index + 1) % size })).toBe(false);
      }),
      { numRuns: times(60) },
    );
  });

  it('proves that it began as an earlier one of any size, and nothing with a bit changed', async () => {
    const sizes = fc
      .integer({ min: 1, max: 1500 })
      .chain((to) => fc.tuple(fc.integer({ min: 1, max: to }), fc.constant(to)));
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(7), async ([from, to], at, bit) => {
        const { leaves, read } = makeLog(to);
        const [fromRoot, toRoot] = [plainRoot(leaves.slice(0, from)), plainRoot(leaves)];
        const proof = await consistencyProof(from, to, read);
        const right = { from, fromRoot, to, toRoot, proof };
        expect(isConsistent(right)).toBe(true);
        expect(isConsistent({ ...right, fromRoot: flipped(fromRoot, at % 32, bit) })).toBe(false);
        expect(isConsistent({ ...right, toRoot: flipped(toRoot, at % 32, bit) })).toBe(false);
        expect(isConsistent({ ...right, proof: [...proof, toRoot] })).toBe(false);
        for (const [which, hash] of proof.entries()) {
          expect(isConsistent({ ...right, proof: proof.with(which, flipped(hash, at % 32, bit)) })).toBe(false);
          expect(isConsistent({ ...right, proof: proof.toSpliced(which, 1) })).toBe(false);
        }
      }),
      { numRuns: times(60) },
    );
  });

  it('proves every entry and every earlier size of each log of up to 40', async () => {
    for (let size = 1; size <= 40; size++) {
      const { leaves, read } = makeLog(size);
      const root = plainRoot(leaves);
      for (let at = 0; at < size; at++) {
        const proof = await inclusionProof(at, size, read);
        expect(isIncluded({ index: at, size, leaf: leaves[at] as Buffer, proof, root })).toBe(true);
        const earlier = { from: at, fromRoot: plainRoot(leaves.slice(0, at)), to: size, toRoot: root };
        expect(isConsistent({ ...earlier, proof: await consistencyProof(at, size, read) })).toBe(true);
      }
    }
  });

  it('knows no negative, broken or later place, and no hash of another length', async () => {
    const { leaves, read } = makeLog(5);
    const root = plainRoot(leaves);
    await expect(inclusionProof(5, 5, read)).rejects.toThrow(RangeError);
    await expect(inclusionProof(0, 0, read)).rejects.toThrow(RangeError);
    await expect(inclusionProof(-1, 5, read)).rejects.toThrow(RangeError);
    await expect(consistencyProof(6, 5, read)).rejects.toThrow(RangeError);
    await expect(rootOf(2 ** 53, read)).rejects.toThrow(RangeError);
    await expect(rootOf(1.5, read)).rejects.toThrow(RangeError);
    const leaf = leaves[0] as Buffer;
    const proof = await inclusionProof(0, 5, read);
    for (const index of [-1, 0.5, 5, Number.NaN]) expect(isIncluded({ index, size: 5, leaf, proof, root })).toBe(false);
    expect(isIncluded({ index: 0, size: 5, leaf: leaf.subarray(1), proof, root })).toBe(false);
    expect(isConsistent({ from: 0, fromRoot: root, to: 5, toRoot: root, proof: [] })).toBe(false);
    expect(isConsistent({ from: 0, fromRoot: emptyRoot, to: 5, toRoot: root, proof: [] })).toBe(true);
    expect(isConsistent({ from: 0, fromRoot: emptyRoot, to: 5, toRoot: root, proof })).toBe(false);
    expect(isConsistent({ from: 0, fromRoot: emptyRoot, to: 0, toRoot: root, proof: [] })).toBe(false);
    expect(isConsistent({ from: 5, fromRoot: root, to: 5, toRoot: leaf, proof: [] })).toBe(false);
  });

  it('is not computed from a tile that is too short or too long', async () => {
    const { read } = makeLog(300);
    for (const cut of [
      (bytes: Uint8Array) => bytes.subarray(1),
      (bytes: Uint8Array) => Buffer.concat([bytes, bytes]),
    ]) {
      await expect(rootOf(300, async (tile) => cut(await read(tile)))).rejects.toThrow(/bytes, not/);
    }
  });
});

describe('what a proof reads', () => {
  // Where all entries are the same, a tile follows from its level: no log of ten million needs to be made.
  const full = [leafHash(Buffer.from('same'))];
  for (let at = 1; at < 60; at++) full.push(nodeHash(full[at - 1] as Buffer, full[at - 1] as Buffer));
  const sameLog = () => {
    const asked: string[] = [];
    const read = async (tile: Parameters<typeof tilePath>[0]) => {
      asked.push(tilePath(tile));
      return Buffer.concat(Array(tile.width).fill(full[Number(tile.level) * 8]));
    };
    return { asked, read };
  };
  const leaf = full[0] as Buffer;

  it('is at most six tiles in a log of ten million entries, each once', async () => {
    const most = fc.integer({ min: 9_000_000, max: 10_000_000 });
    await fc.assert(
      fc.asyncProperty(most, fc.nat(8_999_999), async (size, index) => {
        const { asked, read } = sameLog();
        const proof = await inclusionProof(index, size, read);
        expect(asked.length).toBeLessThanOrEqual(6);
        expect(new Set(asked).size).toBe(asked.length);
        expect(isIncluded({ index, size, leaf, proof, root: await rootOf(size, read) })).toBe(true);
      }),
      { numRuns: times(60) },
    );
  });

  it('is right in logs far beyond 2^32 entries, up to 2^53 - 1', async () => {
    const large = fc.oneof(
      fc.maxSafeNat(),
      fc.integer({ min: 0, max: 1000 }).map((less) => Number.MAX_SAFE_INTEGER - less),
    );
    await fc.assert(
      fc.asyncProperty(large, large, async (one, other) => {
        const [from, to] = [Math.min(one, other) + 0, Math.max(one, other)];
        fc.pre(from > 0 && from < to);
        const { asked, read } = sameLog();
        const [fromRoot, toRoot] = [await rootOf(from, read), await rootOf(to, read)];
        asked.length = 0;
        const proof = await inclusionProof(from, to, read);
        expect(new Set(asked).size).toBe(asked.length);
        expect(isIncluded({ index: from, size: to, leaf, proof, root: toRoot })).toBe(true);
        expect(isIncluded({ index: from, size: to, leaf, proof: proof.slice(1), root: toRoot })).toBe(false);
        const shown = await consistencyProof(from, to, read);
        expect(isConsistent({ from, fromRoot, to, toRoot, proof: shown })).toBe(true);
        expect(isConsistent({ from, fromRoot: toRoot, to, toRoot, proof: shown })).toBe(false);
      }),
      { numRuns: times(60) },
    );
  });
});
