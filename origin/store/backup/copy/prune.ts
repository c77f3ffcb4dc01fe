/** Takes away what no point in time that is still to be restored needs. */
import { baseName, chainFolder, chainsIn, pieceName, readBase, type Store } from '../chains.ts';

/**
 * The last chain that began before `cutoff` stays, since it leads there, and all after it, and as many as `days` whatever their
 * times say: a clock that is ahead for an hour must not take away two weeks. A base goes before its segments, and
 * pieces last: what is left by a kill in between is no chain, and goes the next time. Rejects where a base that stays can’t
 * be read, and then has removed no piece. Only while nobody else writes there.
 */
export async function prune(store: Store, { cutoff, days }: { cutoff: number; days: number }): Promise<void> {
  const { place } = store;
  const chains = await chainsIn(place);
  const bases = new Map<number, Awaited<ReturnType<typeof readBase>>>();
  for (const chain of chains.toReversed()) {
    const base = await readBase(store, chain);
    bases.set(chain, base);
    if (base.at <= cutoff && bases.size > days) break;
  }
  const kept = [...bases.keys()].map(chainFolder);
  for (const chain of chains) if (!bases.has(chain)) await place.delete(baseName(chain));
  for await (const name of place.list('chains/'))
    if (!kept.some((folder) => name.startsWith(folder))) await place.delete(name);
  const needed = new Set([...bases.values()].flatMap(({ pieces }) => pieces.map(pieceName)));
  for await (const name of place.list('pieces/')) if (!needed.has(name)) await place.delete(name);
}
