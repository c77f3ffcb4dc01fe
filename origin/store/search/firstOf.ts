/** The first by place of the skills with some words: what an engine gives with `withWords`, or the same worked out of which listed skills have which term, as a listing holds them. */
import { sql } from 'kysely';
import type { First, Matches, Words } from '../engine/engine.ts';
import { type Bitmap, bitmapFor, keepAnyOf, leaveOut } from '../skills/bitmaps.ts';
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
  const each = asking.map(
    ({ words, first }) => sql`select id from ${view.text.withWords('listed', words, first)} as one`,
  );
  return each.length === 0 ? view.text.withIds('[]') : sql`(${sql.join(each, sql` union `)})`;
}

/** Their ids; undefined where the store has to be asked. */
export async function firstInMemory(
  { listing, db, text }: View,
  asking: readonly Asking[],
): Promise<number[] | undefined> {
  if (!listing?.isOf(db)) return undefined;
  const choices = asking.flatMap(({ words: { each, none = [] } }) => [...each.flat(), ...none]);
  const terms = new Set(choices.flatMap((choice) => choice.split(' ')));
  const having = await listing.having(text, [...terms]);
  if (!having) return undefined;
  const together = (choice: string): Bitmap => {
    const [first = '', ...others] = choice.split(' ');
    const slots = having.get(first) ?? bitmapFor(0);
    if (others.length === 0) return slots;
    const both = slots.slice();
    for (const other of others) keepAnyOf(both, [having.get(other) ?? bitmapFor(0)]);
    return both;
  };
  const looked = new Map<readonly string[], Bitmap[]>();
  const lookedFor = (each: readonly string[]): Bitmap[] => {
    const slots = looked.get(each) ?? each.map(together);
    looked.set(each, slots);
    return slots;
  };
  const ids = asking.flatMap(({ words: { each, none = [] }, first }) => {
    const slots = listing.all();
    for (const part of each) keepAnyOf(slots, lookedFor(part));
    for (const choice of none) leaveOut(slots, together(choice));
    return listing.first(slots, first.count);
  });
  return [...new Set(ids)];
}
