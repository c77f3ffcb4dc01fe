/** Computes a copied log again: every hash above its entries, and the root that each checkpoint was signed over. */
import { chainOf, trustedOf } from '../../origin/log/chain.ts';
import { parseCheckpoint } from '../../origin/log/checkpoint.ts';
import { emptyRoot, nodeHash } from '../../origin/log/hash.ts';
import { LogError } from '../../origin/log/logError.ts';
import { openNote, parseVerifier } from '../../origin/log/note.ts';
import { hashesOf, rootOfTile } from '../../origin/log/subtree.ts';
import { tileWidth } from '../../origin/log/tile.ts';
import type { Db } from '../../origin/store/engine/engine.ts';
import { logHeads } from '../../origin/store/log/read.ts';
import { logSize, tilesIn } from '../../origin/store/log/rows.ts';

/** Hashes of entries that are read at a time. */
const atOnce = 4096;

/** The log as it was seen last: what it is called, its keys, the newest last, and how many entries were looked at. */
export interface SeenLog {
  origin: string;
  keys: string[];
  size: number;
}

/**
 * To be called with new entries and checkpoints in place. Resolves to what is to be known of it from now on; undefined of a leader
 * without a log. Errors: `LogError` where the log does not lead on from `seen`, a checkpoint is not of its entries, or is not
 * signed by a key that counts, of which `trusted` is the first where nothing was seen yet.
 */
export async function sealLog(
  db: Db,
  seen: SeenLog | undefined,
  trusted: string | undefined,
): Promise<SeenLog | undefined> {
  const [heads, size] = [await logHeads(db), await logSize(db)];
  const head = heads.at(-1);
  if (!head) {
    if (size > 0 || seen) throw new LogError('unsigned', 'The leader had a transparency log, and shows no key of it.');
    return undefined;
  }
  const { origin, verifier } = head;
  const chain = chainOf(
    origin,
    heads.filter((one) => one.origin === origin),
  );
  const keys = trustedOf(chain, seen?.keys ?? (trusted === undefined ? undefined : [trusted]));
  if (!(keys || seen)) throw new LogError('unsigned', `The log is of another key than ${trusted}.`);
  if (chain.at(-1)?.verifier !== verifier || keys?.at(-1) !== verifier)
    throw new LogError('unsigned', 'The log has another key, which the one before did not hand over to.');
  await addLevels(db);
  const sealed = seen?.size ?? 0;
  const checkpoints = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'note'])
    .where('size', '>=', sealed)
    .orderBy('size')
    .execute();
  if (Number(checkpoints.at(-1)?.size) !== size)
    throw new LogError('proof', `No checkpoint is over all ${size} entries.`);
  const verifiers = chain.map((key) => parseVerifier(key.verifier));
  const roots = rootsFrom(db, sealed);
  let newest = -1;
  for (const { size, note } of checkpoints) {
    const { text, signatures } = openNote(note, verifiers);
    const said = parseCheckpoint(text);
    const root = await roots(Number(size));
    if (said.origin !== origin || said.size !== Number(size) || !root.equals(said.root))
      throw new LogError('proof', `The checkpoint over ${size} entries is not of the entries that are there.`);
    const age = verifiers.findLastIndex(({ keyId }) => signatures.some((signature) => signature.keyId === keyId));
    if (age < newest) throw new LogError('signature', 'A key of the log that was replaced signed more of it.');
    newest = age;
  }
  // Entries below are under its root; so whose key signed a checkpoint over fewer of them proves nothing else.
  if (!keys.includes(chain[newest]?.verifier ?? ''))
    throw new LogError(
      'unsigned',
      'The newest checkpoint is signed by a key that does not follow from the one that is known.',
    );
  return { origin, keys, size };
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
