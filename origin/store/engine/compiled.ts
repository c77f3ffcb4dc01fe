/** Queries that are built and compiled once: for a look-up by key that takes longer than running it. */
import type { CompiledQuery, DialectAdapter } from 'kysely';
import type { Db } from './engine.ts';

type Value = string | number | null;

/** A query, or a raw piece of one, which has to be told of the engine. */
interface Compiles<R> {
  compile(db: Db): CompiledQuery<R>;
}

/** A placeholder, wherever a value is asked for. */
// biome-ignore lint/suspicious/noExplicitAny: it stands for a value of whichever type.
export type Place = any;

/** A row of the queries that a function makes. */
export type RowOf<F extends (...made: never[]) => { execute(): Promise<unknown[]> }> = Awaited<
  ReturnType<ReturnType<F>['execute']>
>[number];

/** Stands for each value while the query is compiled. No row has such a number, nor does any text hold one. */
const placeholder = (index: number): number => -(index + 0.5);

/**
 * Runs the query that `build` makes, with `values` in the places of the placeholders that `build` was given. It is
 * compiled once for a store, whose transactions share it, and a `shape`: whatever `build` decides by, other than the values,
 * has to be in that.
 */
export function compiledOnce<R>() {
  // A transaction has a `Db` of its own each time; their adapter is the store's.
  const compiled = new WeakMap<DialectAdapter, Map<string, CompiledQuery<R>>>();
  return async (
    db: Db,
    shape: string,
    values: readonly Value[],
    build: (places: readonly Place[]) => Compiles<R>,
  ): Promise<R[]> => {
    const { adapter } = db.getExecutor();
    const shapes = compiled.get(adapter) ?? new Map<string, CompiledQuery<R>>();
    compiled.set(adapter, shapes);
    const query = shapes.get(shape) ?? build(values.map((_, index) => placeholder(index))).compile(db);
    shapes.set(shape, query);
    const filled = query.parameters.map((parameter) => {
      const index = values.findIndex((_, place) => parameter === placeholder(place));
      return index === -1 ? parameter : values[index];
    });
    return (await db.executeQuery<R>({ ...query, parameters: filled })).rows;
  };
}
