/** Text inside the XML documents that we write. */

/** Characters that no XML 1.0 document may hold, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const refused = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Text as it stands between tags or in an attribute; what XML has no place for is left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(refused, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;');
