/** Where somebody who copies a snapshot is: text that means nothing to them. */
import { z } from 'zod';

/** In this order at one revision. */
export const sources = ['rows', 'files', 'gone'] as const;
export type Source = (typeof sources)[number];

const Cursor = z.object({
  /** Of the clock that revisions are of. */
  mark: z.string(),
  /** What was there when this pass began: what went at that or before it need not be told. */
  begun: z.number().int().nonnegative(),
  /** Whether this pass is over all there is, so that what it does not name has to go. */
  isFull: z.boolean(),
  /** Everything before this is told. */
  revision: z.number().int().nonnegative(),
  source: z.enum(sources),
  /** The last one that was told at that revision, of that source. */
  key: z.array(z.union([z.string(), z.number()])).max(2),
});
export type Cursor = z.output<typeof Cursor>;

export const formatCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** Undefined of what is none. */
export function parseCursor(text: string): Cursor | undefined {
  try {
    return Cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
