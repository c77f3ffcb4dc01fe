/** What can be read in a binary file. */

/** Runs of six printable characters, those of UTF-16 too, on the lines that the file’s line feeds make. */
export const stringsIn = (bytes: string): string =>
  bytes
    .replaceAll(/(?:[ -~]\0){6,2000}/g, (wide) => wide.replaceAll('\0', ''))
    .replaceAll(/[^\n -~]{1,2000}|(?<![ -~])[ -~]{1,5}(?![ -~])/g, ' ');
