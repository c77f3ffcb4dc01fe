/** Computes a copied log again: every hash above its entries, and the root that each checkpoint was signed over. */
import { parseCheckpoint } from '../../origin/log/checkpoint.ts';
import { emptyRoot, nodeHash } from '../../origin/log/hash.ts';
import { LogError } from '../../origin/log/logError.ts';
import { openNote, parseVerifier, type Verifier } from '../../origin/log/note.ts';
import { handOverText } from '../../origin/log/statement.ts';
import { hashesOf, rootOfTile } from '../../origin/log/subtree.ts';
import { tileWidth } from '../../origin/log/tile.ts';
import type { Db } from '../../origin/store/engine/engine.ts';
import { logHeads } from '../../origin/store/log/read.ts';
import { logSize, tilesIn } from '../../origin/store/log/rows.ts';

type Head = Awaited<ReturnType<typeof logHeads>>[number];

/** Hashes of entries that are read at a time. */
const atOnce = 4096;

/**
 * To be called with new entries and checkpoints in place; `sealed` entries were looked at before, in this same log. Resolves
 * to how many there are. Errors: `LogError` where the log does not lead on, a checkpoint is not of its entries, or is not signed
 * by a key that leads from `trusted` on.
 */
export async function sealLog(db: Db, sealed: number, trusted: string | undefined): Promise<number> {
  const [heads, size] = [await logHeads(db), await logSize(db)];
  const [newest] = heads.slice(-1);
  if (!newest) {
    if (size > 0) throw new LogError('unsigned', 'The log has entries, and nobody’s key.');
    return 0;
  }
  const keys = keysOf(heads, newest, trusted);
  await addLevels(db);
  const checkpoints = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'note'])
    .where('size', '>=', sealed)
    .orderBy('size')
    .execute();
  if (checkpoints.length === 0 || Number(checkpoints.at(-1)?.size) !== size)
    throw new LogError('proof', `No checkpoint is over all ${size} entries.`);
  const roots = rootsFrom(db, sealed);
  for (const { size, note } of checkpoints) {
    const said = parseCheckpoint(openNote(note, keys).text);
    const root = await roots(Number(size));
    if (said.origin !== newest.origin || said.size !== Number(size) || !root.equals(said.root))
      throw new LogError('proof', `The checkpoint over ${size} entries is not of the entries that are there.`);
  }
  return size;
}

/** The keys that a log had, each of which the one before handed over to. */
function keysOf(heads: readonly Head[], { origin, verifier }: Head, trusted: string | undefined): Verifier[] {
  const keys: Verifier[] = [];
  const known: string[] = [];
  for (const next of heads.filter((head) => head.origin === origin)) {
    const before = keys.at(-1);
    if (before && openNote(next.statement, [before]).text !== handOverText(next))
      throw new LogError('signature', 'A key of the log was not handed over to.');
    keys.push(parseVerifier(next.verifier));
    known.push(next.verifier);
  }
  if (trusted !== undefined && !known.includes(trusted))
    throw new LogError('unsigned', `The log is of another key than ${trusted}.`);
  if (known.at(-1) !== verifier) throw new LogError('unsigned', 'The newest key of the log is none of its keys.');
  return keys;
}

/** Hashes of whole tiles, level by level, where they are not there yet. */
async function addLevels(db: Db): Promise<void> {
  const read = tilesIn(db);
  for (let level = 0; ; level += 1) {
    const [below, above] = [await countAt(db, level), await countAt(db, level + 1)];
    const whole = Math.floor(below / tileWidth);
    for (let index = above; index < whole; index += 1) {
      const hash = rootOfTile(await read({ level, index, width: tileWidth }));
      await db
        .insertInto('log_hashes')
        .values({ level: level + 1, number: index, hash: Buffer.from(hash) })
        .execute();
    }
    if (whole === 0) return;
  }
}

async function countAt(db: Db, level: number): Promise<number> {
  const { newest } = await db
    .selectFrom('log_hashes')
    .select((e) => e.fn.max('number').as('newest'))
    .where('level', '=', level)
    .executeTakeFirstOrThrow();
  return newest === null ? 0 : Number(newest) + 1;
}

/** Roots of the log at sizes that never go down, from `first` on: each entry is looked at once. */
function rootsFrom(db: Db, first: number): (size: number) => Promise<Buffer> {
  /** Complete subtrees from left to right, of falling sizes. */
  const trees: { size: number; hash: Buffer }[] = [];
  let [reached, isBegun] = [0, false];
  const begin = async () => {
    const hashOf = hashesOf(first, tilesIn(db));
    for (let start = 0; start < first; ) {
      let size = 1;
      while (size * 2 <= first - start) size *= 2;
      trees.push({ size, hash: await hashOf(start, start + size) });
      start += size;
    }
    [reached, isBegun] = [first, true];
  };
  const add = (leaf: Buffer) => {
    trees.push({ size: 1, hash: leaf });
    for (
      let [left, right] = trees.slice(-2);
      left && right && left.size === right.size;
      [left, right] = trees.slice(-2)
    )
      trees.splice(-2, 2, { size: left.size * 2, hash: nodeHash(left.hash, right.hash) });
  };
  return async (size) => {
    if (!isBegun) await begin();
    while (reached < size) {
      const rows = await db
        .selectFrom('log_hashes')
        .select('hash')
        .where('level', '=', 0)
        .where('number', '>=', reached)
        .where('number', '<', Math.min(size, reached + atOnce))
        .orderBy('number')
        .execute();
      if (rows.length !== Math.min(size - reached, atOnce))
        throw new LogError('proof', 'Entries of the log are missing.');
      for (const { hash } of rows) add(hash);
      reached += rows.length;
    }
    const [last, ...others] = trees.toReversed();
    if (!last) return emptyRoot;
    return others.reduce((right, left) => nodeHash(left.hash, right), last.hash);
  };
}
