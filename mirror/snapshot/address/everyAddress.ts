/** Every file that a catalog calls for, some entities at a time, so that it takes no more memory for a larger one. */
import type { Db } from '../../../origin/store/engine/engine.ts';
import { entityTables } from '../catalog/forget.ts';
import type { Address } from './address.ts';
import { addressesFor, shardAddresses, shardsOf, standingAddresses } from './affected.ts';
import { footprintOf } from './footprint.ts';

interface Piece {
  /** How many profiles, skills and kits it is about. */
  entities: number;
  /** Each once; some answer no 200 and so have no file. */
  addresses: Address[];
}

const entitiesAtOnce = 20;

/** Entities by their id, then what shows several of them. What is added to the catalog meanwhile may be named or not. */
export async function* everyAddress(catalog: Db): AsyncGenerator<Piece> {
  const shards = new Set<string>();
  for (const [kind, table] of entityTables) {
    for (let last = 0; ; ) {
      const rows = await catalog
        .selectFrom(table)
        .select('id')
        .where('id', '>', last)
        .orderBy('id')
        .limit(entitiesAtOnce)
        .execute();
      if (rows.length === 0) break;
      const addresses: Address[] = [];
      for (const { id } of rows) {
        last = id;
        const footprint = await footprintOf(catalog, { kind, entityId: id });
        if (!footprint) continue;
        addresses.push(...addressesFor(footprint));
        for (const shard of shardsOf(footprint)) shards.add(shard);
      }
      yield { entities: rows.length, addresses };
    }
  }
  yield { entities: 0, addresses: [...standingAddresses, ...shardAddresses(shards)] };
}

export async function countEntities(catalog: Db): Promise<number> {
  let count = 0;
  for (const [, table] of entityTables) {
    const { entities } = await catalog
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('entities'))
      .executeTakeFirstOrThrow();
    count += Number(entities);
  }
  return count;
}
