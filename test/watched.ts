import type { Db, Engine } from '../origin/store/engine/engine.ts';

/** An engine that tells of each statement that was run on it, and waits until that is heard. */
export function watched(engine: Engine, tell: (rows: object[]) => void | Promise<void>): Engine {
  const told = (db: Db): Db =>
    db.withPlugin({
      transformQuery: ({ node }) => node,
      // Those that were compiled before come by here alone.
      transformResult: async ({ result }) => {
        await tell(result.rows);
        return result;
      },
    });
  return {
    ...engine,
    db: told(engine.db),
    read: (work) => engine.read((db) => work(told(db))),
    write: (work, scope) => engine.write((db) => work(told(db)), scope),
  };
}
