/** Licences by the sentences that only they have. */

/** For rights that are reserved: SPDX has no id, and a reference of one's own is its form for that. */
export const proprietary = 'LicenseRef-Proprietary';

interface TextMark {
  id: string;
  /** All of them are there, and none of `without`; as `plain` leaves text. */
  with: readonly (string | RegExp)[];
  without?: readonly (string | RegExp)[];
}

const mitGrant =
  'permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files';
const mitCondition = 'the above copyright notice and this permission notice';
const bsdGrant = /redistribution and use in source and binary forms, with or without modification, are permitted/;
const bsdEndorsement = 'endorse or promote products derived from this software';
const bsdAdvertising = 'all advertising materials mentioning features';
const iscGrant =
  /permission to use, copy, modify, and(?:\/or)? distribute this software for any purpose with or without fee is hereby granted/;

const marks: readonly TextMark[] = [
  {
    id: 'MIT',
    with: [mitGrant, mitCondition],
    without: ['except as contained in this notice', 'used for good, not evil'],
  },
  { id: 'X11', with: [mitGrant, mitCondition, 'except as contained in this notice', 'x consortium'] },
  { id: 'MIT-0', with: [mitGrant], without: [mitCondition] },
  {
    id: 'Apache-2.0',
    with: [
      /apache license,? version 2\.0, january 2004.{0,200}terms and conditions for use, reproduction, and distribution|licensed under the apache license, version 2\.0/,
    ],
    without: ['exceptions to the apache 2.0 license'],
  },
  { id: 'BSD-2-Clause', with: [bsdGrant], without: [bsdEndorsement, bsdAdvertising, 'patent'] },
  {
    id: 'BSD-3-Clause',
    with: [bsdGrant, bsdEndorsement],
    without: [bsdAdvertising, /patent|nuclear|not use in military/],
  },
  { id: 'BSD-4-Clause', with: [bsdGrant, bsdEndorsement, bsdAdvertising] },
  { id: 'ISC', with: [iscGrant, 'provided that the above copyright notice and this permission notice appear'] },
  { id: '0BSD', with: [iscGrant], without: ['provided that'] },
  {
    id: 'MPL-2.0',
    with: [
      /mozilla public license,? version 2\.0 .{0,2000}covered software|subject to the terms of the mozilla public license, v\. 2\.0/,
    ],
  },
  { id: 'Unlicense', with: ['this is free and unencumbered software released into the public domain'] },
  { id: 'CC0-1.0', with: [/cc0 1\.0 universal|creative commons zero v1\.0 universal/] },
];

/** The GNU licences: a text of theirs leaves open whether later versions apply; a notice says it. */
const gnuTexts: readonly { id: string; title: RegExp; notice: RegExp }[] = [
  gnu('GPL-2.0', 'general', '2', 'june 1991'),
  gnu('GPL-3.0', 'general', '3', '29 june 2007'),
  gnu('LGPL-2.1', 'lesser general', '2\\.1', 'february 1999'),
  gnu('LGPL-3.0', 'lesser general', '3', '29 june 2007'),
  gnu('AGPL-3.0', 'affero general', '3', '19 november 2007'),
];

function gnu(id: string, kind: string, version: string, date: string) {
  const name = `gnu ${kind} public license`;
  return {
    id,
    title: new RegExp(`${name} version ${version}, ${date}`),
    notice: new RegExp(
      `terms of the ${name}(?: as published by the free software foundation)?,?.{0,40}version ${version}\\b`,
    ),
  };
}

const orLater = /(?:or \(at your option\)|or,? at your option,?) any later version/;

/** What narrows a licence that is otherwise known: then it isn't that licence. */
const narrowing =
  /commons clause|the following (?:additional|further) (?:terms|restrictions|conditions)|non-?commercial use only/;

const reserved = /\ball rights (?:are )?reserved\b|\bproprietary\b/;
const granted = /\bhereby grants?\b|\bis hereby granted\b|\blicensed under\b/;

/** The SPDX id of a licence's whole text or notice; undefined for none, more than one, or one with terms added. */
export function licenseOfText(text: string): string | undefined {
  const words = plain(text);
  const found = [...markedIn(words), ...gnuIn(words), ...creativeCommonsIn(words)];
  if (found.length > 1 || (found.length === 1 && narrowing.test(words))) return undefined;
  return found[0] ?? (reserved.test(words) && !granted.test(words) ? proprietary : undefined);
}

const markedIn = (words: string): string[] =>
  marks.filter((mark) => mark.with.every(isIn(words)) && !mark.without?.some(isIn(words))).map(({ id }) => id);

const isIn = (words: string) => (mark: string | RegExp) =>
  typeof mark === 'string' ? words.includes(mark) : mark.test(words);

function gnuIn(words: string): string[] {
  const titled = gnuTexts.flatMap(({ id, title }) => {
    const at = words.search(title);
    return at === -1 ? [] : [{ id, before: words.slice(0, at) }];
  });
  // The text ends with an example of a notice that says "any later version": only what stands before it counts.
  if (titled.length > 0) return titled.map(({ id, before }) => `${id}-${orLater.test(before) ? 'or-later' : 'only'}`);
  return gnuTexts
    .filter(({ notice }) => notice.test(words))
    .map(({ id }) => `${id}-${orLater.test(words) ? 'or-later' : 'only'}`);
}

const ccParts: Record<string, string> = { noncommercial: 'NC', noderivatives: 'ND', sharealike: 'SA' };

/** `Attribution-NonCommercial-ShareAlike 4.0 International` and its like. */
function creativeCommonsIn(words: string): string[] {
  const names = words.matchAll(
    /attribution((?:-(?:noncommercial|noderivatives|sharealike))*) (\d\.\d) (?:international|unported)/g,
  );
  const ids = [...names].map(([, parts = '', version]) =>
    [
      'CC-BY',
      ...parts
        .split('-')
        .filter(Boolean)
        .map((part) => ccParts[part]),
      version,
    ].join('-'),
  );
  return [...new Set(ids)];
}

/** Lower case, straight quotes, one space between words, without the signs of Markdown and comments. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[‘’`]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑]/g, '-')
    .replace(/^[ \t]*(?:\/\/|#+|\*+|>|;)+/gm, ' ')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim();
