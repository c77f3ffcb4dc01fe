/** The first by place of the skills with some words: what an engine gives with `withWords`, or the same worked out of which listed skills have which term, as a listing holds them. */
import { sql } from 'kysely';
import type { First, Matches, Words } from '../engine/engine.ts';
import { inAll, inAny, inNone, type Slots } from '../skills/listing/slots.ts';
import type { View } from '../view.ts';

/** A way to ask, and how many that answer it are looked at. */
export interface Asking {
  words: Words;
  first: First;
}

/** The first of each, together: off the listing of a view, or where there is none, off the store. */
export async function firstOf(view: View, asking: readonly Asking[]): Promise<Matches> {
  const ids = await firstInMemory(view, asking);
  return ids ? view.text.withIds(JSON.stringify(ids)) : firstInStore(view, asking);
}

/** The same as a query of the store. */
export function firstInStore(view: View, asking: readonly Asking[]): Matches {
  const each = asking.map(({ words, first }) => sql`select id from ${view.text.withWords(words, first)} as one`);
  return each.length === 0 ? view.text.withIds('[]') : sql`(${sql.join(each, sql` union `)})`;
}

/** Their ids; undefined where the store has to be asked. */
export async function firstInMemory(
  { listing, db, text }: View,
  asking: readonly Asking[],
): Promise<number[] | undefined> {
  if (!text.havingEach || !listing?.isOf(db)) return undefined;
  const choices = asking.flatMap(({ words: { each, none = [] } }) => [...each.flat(), ...none]);
  const terms = new Set(choices.flatMap((choice) => choice.split(' ')));
  const having = await listing.having([...terms]);
  if (!having) return undefined;
  const together = (choice: string): Slots => inAll(choice.split(' ').map((term) => having.get(term) ?? []));
  const looked = new Map<readonly string[], Slots>();
  const lookedFor = (each: readonly string[]): Slots => {
    const slots = looked.get(each) ?? inAny(each.map(together));
    looked.set(each, slots);
    return slots;
  };
  const ids = asking.flatMap(({ words: { each, none = [] }, first }) => {
    const found = each.length > 0 ? inAll(each.map(lookedFor)) : listing.all();
    return listing.first(inNone(found, none.map(together)), first.count);
  });
  return [...new Set(ids)];
}
