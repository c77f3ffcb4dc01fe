/** If-None-Match, against its grammar (RFC 9110, section 13.1.2), and Accept-Encoding. */
import { ok } from 'node:assert/strict';
import { matchesEtag } from '../../../origin/contract/headers/cache.ts';
import { acceptedEncoding } from '../../../origin/contract/headers/encodings.ts';
import { bytesOf, type Target, textOf } from '../target.ts';

const etag = '"1a2b-3c"';
const forms = [etag, '"1a2b-3c-br"', '"1a2b-3c-gzip"'];

export const target: Target = {
  seeds: [
    '*',
    etag,
    `W/${etag}`,
    `"a", ${forms[1]}`,
    '"x",,W/"y" , "1a2b-3c-gzip"',
    'garbage',
    '"',
    '"1a2b-3c',
    'gzip;q=0, br;q=0.5, *;q=1',
  ].map(bytesOf),
  longest: 512,
  words: [...forms, 'W/', '"', ',', ' ', 'identity', 'gzip', 'br', ';q=0', ';q=1.000', '*'],
  check(input) {
    const header = textOf(input);
    const matches = matchesEtag(header, etag);
    const expected = named(header);
    if (expected !== undefined) ok(matches === expected, 'the grammar says otherwise');
    else if (matches)
      ok(
        forms.some((form) => header.includes(form)),
        'the tag is not in it',
      );
    const coding = acceptedEncoding(header);
    if (coding) ok(header.toLowerCase().includes(coding) || header.includes('*'), 'a coding that was not offered');
    return matches;
  },
};

/** Undefined where the header has not the form of one. */
function named(header: string): boolean | undefined {
  if (header.trim() === '*') return true;
  const tags: string[] = [];
  let rest = header;
  while (rest !== '') {
    const [whole, tag] = /^(?:[ \t]*,)*[ \t]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/.exec(rest) ?? [];
    if (whole === undefined || tag === undefined)
      return /^[ \t,]*$/.test(rest) ? tags.some((one) => forms.includes(one)) : undefined;
    tags.push(tag);
    rest = rest.slice(whole.length);
  }
  return tags.some((tag) => forms.includes(tag));
}
