/** Every file that a catalog calls for, a piece at a time, so that it takes no more memory for a larger one. */
import { crc32 } from 'node:zlib';
import type { Db } from '../../../origin/store/engine/engine.ts';
import { entityTables } from '../catalog/forget.ts';
import { type Address, fileOf, type PrebuiltId, prebuiltFiles } from './address.ts';
import { addressesFor, shardAddresses, standingAddresses } from './affected.ts';
import { footprintsOf } from './footprints.ts';

type EntityKind = (typeof entityTables)[number][0];

/** How far a row of pieces is: a kind by its place among them, and the last id of that kind. */
export type Place = readonly [kind: number, id: number];

/** Before the first piece. */
export const beginning: Place = [0, 0];

/** Which comes first, as `sort` has it. */
export const comparePlaces = (one: Place, other: Place): number => one[0] - other[0] || one[1] - other[1];

export interface Piece {
  /** `standing` is what shows several entities, or is there whatever was published. */
  kind: EntityKind | 'standing';
  /** Of profiles, skills, kits or advisories. */
  ids: readonly number[];
  /** Its last entity's; of what is `standing`, the second says which part of it this is. */
  end: Place;
}

type PieceKind = Piece['kind'];

const pieceKinds: ReadonlySet<PieceKind> = new Set([...entityTables.map(([kind]) => kind), 'standing'] as const);

/** The kinds of pieces that have files of these resources: each is in those of what its file's name is about. */
export const pieceKindsOf = (isOne: (id: PrebuiltId) => boolean): Set<PieceKind> =>
  new Set([...prebuiltFiles].flatMap(([id, { names }]) => (isOne(id) ? [pieceKindOf(names)] : [])));

function pieceKindOf(names: readonly string[]): PieceKind {
  if (names.includes('owner')) return 'kit';
  if (names.includes('slug')) return 'skill';
  if (names.includes('author')) return 'profile';
  return names.includes('advisory') ? 'advisory' : 'standing';
}

/** Some 150 milliseconds of computing: a takedown waits for two, and a build that was killed makes few of them again. */
const entitiesAtOnce = 10;
/** Lists of the whole registry take as long as hundreds of entities. */
const standingPieces = 8;

/** Entities by their id, then what is `standing`. What is added to the catalog meanwhile may be named or not. */
export async function* piecesAfter(
  catalog: Db,
  place: Place,
  kinds: ReadonlySet<PieceKind> = pieceKinds,
): AsyncGenerator<Piece, void> {
  for (const [nth, [kind, table]] of entityTables.entries()) {
    if (nth < place[0] || !kinds.has(kind)) continue;
    for (let last = nth === place[0] ? place[1] : 0; ; ) {
      const rows = await catalog
        .selectFrom(table)
        .select('id')
        .where('id', '>', last)
        .orderBy('id')
        .limit(entitiesAtOnce)
        .execute();
      const ids = rows.map(({ id }) => id);
      const newest = ids.at(-1);
      if (newest === undefined) break;
      last = newest;
      yield { kind, ids, end: [nth, last] };
    }
  }
  const [last, done] = [entityTables.length, place[0] < entityTables.length ? 0 : place[1]];
  if (kinds.has('standing'))
    for (let nth = done; nth < standingPieces; nth += 1) yield { kind: 'standing', ids: [], end: [last, nth + 1] };
}

/** Each once; some answer no 200 and so have no file. */
export async function addressesIn(catalog: Db, { kind, ids, end }: Piece): Promise<Address[]> {
  // By their names: others may come while these are made.
  const isInPart = (address: Address) => crc32(fileOf(address)) % standingPieces === end[1] - 1;
  if (kind === 'standing') return (await allStanding(catalog)).filter(isInPart);
  const footprints = await footprintsOf(
    catalog,
    ids.map((entityId) => ({ kind, entityId })),
  );
  // What is about the whole registry is `standing`, also where one profile's change alters it.
  return footprints
    .flatMap((footprint) => (footprint ? addressesFor(footprint) : []))
    .filter(({ values }) => Object.keys(values).length > 0);
}

const allStanding = async (catalog: Db): Promise<Address[]> => [
  ...standingAddresses,
  ...shardAddresses(await everyShard(catalog)),
];

/** The parts of the sitemap that a skill may be in, or who has a skill or a kit. */
async function everyShard(catalog: Db): Promise<Set<string>> {
  const ofSkills = await catalog.selectFrom('skills').select('shard').distinct().execute();
  const ofOwners = await catalog
    .selectFrom('profiles')
    .select('shard')
    .distinct()
    .where((e) =>
      e.or([
        e('id', 'in', e.selectFrom('skills').select('owner_id')),
        e('id', 'in', e.selectFrom('kits').select('owner_id')),
      ]),
    )
    .execute();
  return new Set([...ofSkills, ...ofOwners].map(({ shard }) => shard));
}

export async function* everyAddress(catalog: Db): AsyncGenerator<{ entities: number; addresses: Address[] }> {
  for await (const piece of piecesAfter(catalog, beginning, new Set(entityTables.map(([kind]) => kind))))
    yield { entities: piece.ids.length, addresses: await addressesIn(catalog, piece) };
  yield { entities: 0, addresses: await allStanding(catalog) };
}

/** Profiles, skills, kits and advisories of these kinds, up to a place where there is one. */
export async function countEntities(catalog: Db, kinds = pieceKinds, until?: Place): Promise<number> {
  let count = 0;
  for (const [nth, [kind, table]] of entityTables.entries()) {
    if (until && nth > until[0]) break;
    if (!kinds.has(kind)) continue;
    const { entities } = await catalog
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('entities'))
      .$if(nth === until?.[0], (query) => query.where('id', '<=', until?.[1] ?? 0))
      .executeTakeFirstOrThrow();
    count += Number(entities);
  }
  return count;
}
