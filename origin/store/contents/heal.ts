/** A publish brings bytes that an object is to hold already: where the object is damaged or missing, they are put in its place. */
import type { Stored } from '../skills/blobs.ts';
import type { Content, Contents } from './contents.ts';

/** Objects looked at together, for one publish. */
const atOnce = 2;

/** Bytes that wait for a look, of all publishes: what comes beyond them is looked at when it is published once more. */
const most = 64 * 1024 * 1024;

const waiting = new WeakMap<Contents, number>();

/**
 * Looks at those of `brought` that rows have, but for objects of `own`, which were put a moment ago. Nobody need wait for it:
 * a slow object store makes no publish slow, and how long a publish takes tells nobody what others have stored.
 * Errors: `ContentsAway`, and those of the database.
 */
export async function heal(
  { db, contents }: Stored,
  brought: readonly Content[],
  own: ReadonlySet<string>,
): Promise<void> {
  const size = brought.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (!contents || brought.length === 0 || (waiting.get(contents) ?? 0) + size > most) return;
  const count = (change: number) => waiting.set(contents, (waiting.get(contents) ?? 0) + change);
  count(size);
  try {
    const bytesOf = new Map(brought.map(({ hash, bytes }) => [hash, bytes]));
    const rows = await db
      .selectFrom('contents')
      .select(['hash', 'object'])
      .where('hash', 'in', [...bytesOf.keys()])
      .execute();
    const queue = rows.filter(({ object }) => !own.has(object)).values();
    const run = async () => {
      for (const { hash, object } of queue) await contents.heal(object, bytesOf.get(hash) as Uint8Array);
    };
    await Promise.all(Array.from({ length: atOnce }, run));
  } finally {
    count(-size);
  }
}
