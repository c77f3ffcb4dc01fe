/**
 * Contents outside the database: objects below `contents/`, each written once and never changed. Which of them holds what,
 * `contents` in the database says; an object that no row names is none of the registry’s, and goes (`sweep.ts`).
 */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../bundle/manifest.ts';
import type { Tell } from '../engine/connections/presence.ts';
import type { Engine } from '../engine/engine.ts';
import { ContentsAway } from '../engine/faults.ts';
import type { Objects } from '../objects/objects.ts';
import { type Contents, folder, hashIn, nameFor, uploadedAt } from './contents.ts';

/** Requests of one call at once, and bytes of what was read that stay in memory. */
const [atOnce, keptBytes] = [4, 32 * 1024 * 1024];

/** Says whose they are: else an empty registry would take those of another for its own leftovers. */
const marker = `${folder}registry`;

interface Place {
  objects: Objects;
  address: string;
  tell: Tell;
}

export function openContents(engine: Pick<Engine, 'db' | 'write'>, { objects, address, tell }: Place): Contents {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: keptBytes,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
  });
  let said: string | undefined;
  let registry: string | undefined;

  /** The log hears once that it fails, and once that it is over. */
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const done = await work();
      if (said !== undefined) tell('info', `the object store ${address} works again`);
      said = undefined;
      return done;
    } catch (error) {
      const why = (error as Error).message;
      if (why !== said) tell('warn', `the object store fails: ${why}`);
      said = why;
      throw new ContentsAway(error);
    }
  };

  /** Asks the database, so never within a read or write of it. */
  const own = async (): Promise<void> => {
    const there = (await objects.get(marker))?.toString();
    registry ??= await registryOf(engine);
    if (there === registry && there !== undefined) return;
    if (there !== undefined)
      throw new Error(`${address} has the contents of another registry. Set OBJECT_STORE to a place of its own.`);
    if (await engine.db.selectFrom('contents').select('hash').limit(1).executeTakeFirst())
      throw new Error(`${address} had the contents of this registry, and is empty. Is its disk mounted?`);
    await objects.put(marker, Buffer.from(await nameRegistry(engine)));
  };

  return {
    address,
    probe: () => watched(own),
    put: (contents) =>
      watched(async () => {
        if (contents.length === 0) return [];
        await own();
        return each(contents, async ({ hash, bytes }) => {
          const object = nameFor(hash);
          await objects.put(object, bytes);
          return { hash, object, size: bytes.byteLength };
        });
      }),
    get: (object, isFresh = false) =>
      watched(async () => {
        const known = isFresh ? undefined : kept.get(object);
        if (known) return known;
        const bytes = await objects.get(object);
        // What is damaged is not kept: it may be put right, by another program too.
        if (bytes && isWhole(object, bytes)) kept.set(object, bytes);
        // A disk that is not mounted has nothing at all.
        else if (!bytes && !(await objects.get(marker))) throw new Error(`${address} is empty. Is its disk mounted?`);
        return bytes;
      }),
    heal: (object, bytes) =>
      watched(async () => {
        const there = await objects.get(object);
        if ((there && isWhole(object, there)) || !isWhole(object, bytes)) return;
        await own();
        await objects.put(object, bytes);
        kept.set(object, bytes);
        tell(
          'warn',
          `${object} in ${address} was ${there ? 'damaged' : 'missing'}, and is whole again: a publish had its bytes`,
        );
      }),
    names: async function* () {
      try {
        for await (const name of objects.list(folder)) if (uploadedAt(name) !== undefined) yield name;
      } catch (error) {
        throw new ContentsAway(error);
      }
    },
    delete: (names) =>
      watched(async () => {
        if (names.length === 0) return;
        await own();
        await each(names, (name) => objects.delete(name));
      }),
  };
}

const isWhole = (object: string, bytes: Uint8Array): boolean => sha256(bytes) === hashIn(object);

/** None begins after one that failed, and all have ended by the time that this does. */
async function each<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const failed: unknown[] = [];
  const queue = all.entries();
  const run = async () => {
    for (const [index, one] of queue) {
      if (failed.length > 0) return;
      try {
        done[index] = await work(one);
      } catch (error) {
        failed.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, run));
  if (failed.length > 0) throw failed[0];
  return done;
}

const registryOf = async ({ db }: Pick<Engine, 'db'>): Promise<string | undefined> =>
  (await db.selectFrom('object_store').select('registry').executeTakeFirst())?.registry;

/** Of two programs that begin at once, the first names it. */
const nameRegistry = ({ write }: Pick<Engine, 'write'>): Promise<string> =>
  write(async (db) => {
    const known = await registryOf({ db });
    if (known !== undefined) return known;
    const registry = randomUUID();
    await db.insertInto('object_store').values({ registry }).execute();
    return registry;
  });
