/** Rows and days, as people read them. */
import { oneLine } from './printable.ts';

/** Rows with their cells below one another, two spaces apart; the last cell of a row is as long as it is. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (found, row) => row.map((cell, at) => Math.max(found[at] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A text as one line of at most so many characters. */
export function shortened(text: string, length = 100): string {
  const characters = [...oneLine(text)];
  return characters.length <= length ? characters.join('') : `${characters.slice(0, length - 1).join('')}…`;
}

/** The UTC day of a time in Unix seconds. */
export const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The UTC minute of a time in Unix seconds. */
export const minute = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
