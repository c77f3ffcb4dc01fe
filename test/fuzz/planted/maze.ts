/** A parser with a bug behind six doors. No comparison and no literal of it says which bytes open one. */
const keys = Uint8Array.from({ length: 256 }, (_, byte) => (byte * 181 + 77) >> 2);
const opens = (door: number, byte = 0): boolean => ((keys[byte] ?? 0) + door * 5) % 23 < 2;

/** How many doors open. */
export function readMaze([a, b, c, d, e, f]: Uint8Array): number {
  if (!opens(0, a)) return 0;
  if (!opens(1, b)) return 1;
  if (!opens(2, c)) return 2;
  if (!opens(3, d)) return 3;
  if (!opens(4, e)) return 4;
  if (!opens(5, f)) return 5;
  throw new Error('The planted bug.');
}
