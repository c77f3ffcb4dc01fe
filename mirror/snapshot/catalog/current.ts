/** The catalog that stands at its place: a file that was damaged makes way for another one. */
import { statSync } from 'node:fs';
import type { Tell } from '../../../origin/store/engine/connections/presence.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { type CatalogPlace, openCatalogToRead } from './place.ts';

export interface CurrentCatalog<T> {
  /** Whether there is a catalog; of a database, whether it was ever reached. */
  isThere(): boolean;
  get(): Promise<T | undefined>;
  close(): Promise<void>;
}

/**
 * For reading, with what `from` makes of it once; undefined where there is no catalog. Where it can't be opened, or `from`
 * rejects, the next one who asks tries again.
 */
export function currentCatalog<T>(
  place: CatalogPlace,
  from: (catalog: Engine) => Promise<T> | T,
  tell?: Tell,
): CurrentCatalog<T> {
  let wasOpened = false;
  const open = async () => {
    const catalog = await openCatalogToRead(place, tell);
    try {
      const made = await from(catalog);
      wasOpened = true;
      return { catalog, made };
    } catch (error) {
      await catalog.close();
      throw error;
    }
  };
  let current: { inode: number; opened: ReturnType<typeof open> } | undefined;
  /** The one before: who reads it may not be through yet. */
  let former: typeof current;
  const close = async (one: typeof current): Promise<void> =>
    (await one?.opened.catch(() => undefined))?.catalog.close();
  /** A database stays the same one. */
  const inodeNow = () => (typeof place === 'string' ? statSync(place, { throwIfNoEntry: false })?.ino : 0);
  return {
    isThere: () => (typeof place === 'string' ? inodeNow() !== undefined : wasOpened),
    get: async () => {
      const inode = inodeNow();
      if (inode === undefined) return undefined;
      if (current?.inode !== inode) {
        close(former).catch(() => undefined);
        former = current;
        current = { inode, opened: open() };
      }
      const here = current;
      try {
        return (await here.opened).made;
      } catch (error) {
        if (current === here) current = undefined;
        throw error;
      }
    },
    close: async () => {
      await close(former);
      await close(current);
    },
  };
}
