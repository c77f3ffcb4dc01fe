import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { compiledOnce } from '../../../origin/store/engine/compiled.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { engineNames, openEngine } from '../../engines.ts';

it.each(engineNames.flatMap((name) => (['read', 'write'] as const).map((way) => ({ name, way }))))(
  '$name: each $way of a store runs the same compiled query, with its own values',
  async ({ name, way }) => {
    const engine = await openEngine(name);
    let builds = 0;
    const run = compiledOnce<{ word: string }>();
    const said = (store: Engine, word: string) =>
      store[way]((db) =>
        run(db, '', [word], ([place]) => {
          builds += 1;
          return sql<{ word: string }>`select cast(${place} as text) as word`;
        }),
      );
    for (const word of ['one', 'two', 'three']) expect(await said(engine, word)).toEqual([{ word }]);
    expect(builds).toBe(1);

    const other = await openEngine(name);
    expect(await said(other, 'four')).toEqual([{ word: 'four' }]);
    expect(builds).toBe(2);
    for (const store of [engine, other]) await store.close();
  },
);
