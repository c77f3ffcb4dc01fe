/** Pages of lists that are sorted by id: a cursor is the last id that was shown, so it stands when others come or go. */

export const cursorAt = (id: string): string => Buffer.from(id).toString('base64url');

/** What comes after a cursor. Anything else begins at the start. */
export function after<T>(sorted: readonly T[], idOf: (item: T) => string, cursor: string | undefined): T[] {
  const last = Buffer.from(cursor ?? '', 'base64url').toString();
  return sorted.filter((item) => idOf(item) > last);
}
