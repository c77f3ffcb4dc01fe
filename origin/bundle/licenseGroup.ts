/** Under which of the licences that people choose by a skill stands, by what its frontmatter or its importer says. */
import type { LicenseGroup } from '../contract/subjects/facets.ts';

/** Longer texts are no names. In characters. */
const longest = 200;

/** The first that fits. Names as people write them, and SPDX ids. */
const forms: readonly [RegExp, LicenseGroup][] = [
  [/\b(?:proprietary|all rights reserved|unlicensed|commercial|business source|sspl|elastic)\b/, 'other'],
  [/\b(?:and|with|except)\b/, 'other'],
  [/\b[al]?gpl|\bgnu\b.*\bpublic\b/, 'gpl'],
  [/\bapache\b|^asl[ -]?2/, 'apache'],
  [/\bmpl\b|\bmozilla public\b/, 'mpl'],
  [/^cc\b|\bcc-?0\b|\bcc[ -]by\b|\bcreative commons\b/, 'cc'],
  [/\bbsd\b|^0bsd\b/, 'bsd'],
  [/^(?:the )?(?:mit|expat)\b/, 'mit'],
];

const unstated = /^(?:noassertion|none|n\/?a|unknown|tbd|)$/;

/** What only says where the terms are. */
const elsewhere = /\b(?:complete|full)? ?terms in\b|^see\b|^licen[cs]e(?:\.\w+)?$|^file:/;

/**
 * A choice (`MIT OR Apache-2.0`) counts as its first; what stands under several at once, or is not understood, as
 * `other`. `none` where nothing is said.
 */
export function licenseGroup(text: string): LicenseGroup {
  const name = text.slice(0, longest).toLowerCase().replace(/\s+/g, ' ').trim();
  if (unstated.test(name)) return 'none';
  if (text.length > longest || elsewhere.test(name)) return 'other';
  const first = name.split(/ or | ?\/ ?|,/)[0] ?? name;
  // A remark in brackets says more, or takes something back.
  if (/\(.*\b(?:except|only|non-?commercial|restrict)/.test(name)) return 'other';
  return forms.find(([form]) => form.test(first))?.[1] ?? 'other';
}

/** As a record has it: bounded, on one line, without what can't be seen. */
export function licenseText(written: string | undefined): string {
  const text = (written ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}
