/** What lines of JSON take in memory once they are read, looked at before any of them is: a few bytes may take hundreds. */

/**
 * Of what an honest leader sends there is less in 64 MB, whatever texts say. A row takes 300 bytes, however little is in it; so
 * does a name that no row before had.
 */
const most = { rows: 2 ** 20, values: 2 ** 22, names: 1000 };
/** Bytes in which there is no room for much. */
const small = 2 ** 21;

const [newline, quote, backslash, brace, bracket, comma, colon, space, tab, back] = Buffer.from('\n"\\{[,: \t\r');

/** Errors: where they take too much. */
export function checkRoom(text: Buffer): void {
  if (text.length <= small) return;
  let [rows, values] = [0, 0];
  const names = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) {
      const end = endOfText(text, at + 1);
      if (isName(text, end + 1)) names.add(text.toString('latin1', at + 1, end));
      at = text[end] === newline ? end - 1 : end;
    } else if (byte === newline || byte === brace || byte === bracket) rows += 1;
    else if (byte === comma) values += 1;
    if (rows > most.rows || values > most.values || names.size > most.names)
      throw new Error('it has more rows than a pack may have');
  }
}

/** Where its quote is, or the end of the line, which is no part of any text. */
function endOfText(text: Buffer, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== quote && text[at] !== newline)
    at += text[at] === backslash && text[at + 1] !== newline ? 2 : 1;
  return at;
}

function isName(text: Buffer, from: number): boolean {
  let at = from;
  while (text[at] === space || text[at] === tab || text[at] === back) at += 1;
  return text[at] === colon;
}
