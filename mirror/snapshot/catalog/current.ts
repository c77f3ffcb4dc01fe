/** The catalog that stands at its path: one that was damaged makes way for another file. */
import { statSync } from 'node:fs';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';

/**
 * For reading, with what `from` makes of it once; undefined where there is no catalog. Where it can't be opened, or `from`
 * rejects, the next one who asks tries again.
 */
export function currentCatalog<T>(catalogFile: string, from: (catalog: Engine) => Promise<T> | T) {
  const open = async () => {
    const catalog = await openSqlite(catalogFile, { readOnly: true });
    try {
      return { catalog, made: await from(catalog) };
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
  const inodeNow = () => statSync(catalogFile, { throwIfNoEntry: false })?.ino;
  return {
    isThere: (): boolean => inodeNow() !== undefined,
    get: async (): Promise<T | undefined> => {
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
    close: async (): Promise<void> => {
      await close(former);
      await close(current);
    },
  };
}
