/** A licence by its name, as people write it into a frontmatter. */
import correct from 'spdx-correct';
import { proprietary } from './licenseText.ts';

/** Longer texts are neither a name nor a remark. Characters. */
const maxLength = 200;

/** Whether the text leaves what it says to a file: `Complete terms in LICENSE.txt`, `MIT (see LICENSE)`. */
export const pointsToFile = (text: string): boolean => text.length <= maxLength && remarkOnFile.test(text);

const remarkOnFile =
  /\b(?:see|terms|in|file|refer)\b.*\b(?:licen[cs]e|copying|notice|file|terms)\b|\blicen[cs]e[-.](?:txt|md|rst)\b|^licen[cs]e$/i;

/** The SPDX expression of a name or of several joined; undefined where it isn't understood, or is prose. */
export function licenseNamed(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const name = namePart(text).replace(/\s+/g, ' ').trim();
  if (name === '') return undefined;
  if (/\bproprietary\b|\ball rights reserved\b|^unlicensed$/i.test(name)) return proprietary;
  return expressionOf(name);
}

/** What stands before a remark on where the terms are; nothing where the remark takes something back. */
function namePart(text: string): string {
  if (!pointsToFile(text)) return text;
  if (/\b(?:except|only|but|non-?commercial|additional|restrict\w*)\b/i.test(text)) return '';
  const remark = /(?:[.;:,]\s|\s[-–—]\s|\s?\(|\s(?=see\b))/i.exec(text);
  return remark ? text.slice(0, remark.index) : '';
}

/** Names between `AND`, `OR` and `/`. Brackets are understood in whole valid expressions alone. */
function expressionOf(text: string): string | undefined {
  if (isExpression(text)) return text;
  const parts = text.split(/ (AND|OR) |(\/)/i).filter((part) => part !== undefined);
  const corrected = parts.map((part, index) => (index % 2 ? operators[part.toUpperCase()] : idOf(part.trim())));
  if (corrected.some((part) => part === undefined)) return parts.length > 1 ? idOf(text) : undefined;
  const whole = corrected.join(' ');
  return isExpression(whole) ? whole : undefined;
}

/** A slash between two licences is how a choice used to be written. */
const operators: Record<string, string> = { AND: 'AND', OR: 'OR', '/': 'OR' };

const isExpression = (text: string): boolean => correct(text, { upgrade: false }) === text && !isOldGnu(text);

const isOldGnu = (text: string): boolean => /\bA?L?GPL-\d\.\d(?:\+|(?![-.\w]))/.test(text);

/**
 * The id of one licence. `spdx-correct` guesses at prose (it finds MPL in "complete"), so only names made of the words
 * that licences are named with reach it, and no version that the name does not have comes out.
 */
function idOf(name: string): string | undefined {
  const known = longNames.find(([form]) => form.test(name));
  if (known) return known[1];
  if (!isNameLike(name)) return undefined;
  const short = name
    .replace(/^the /i, '')
    .replace(/ licen[cs]e$/i, '')
    .replace(laterVersions, '');
  const id = correct(short, { upgrade: false }) ?? correct(name);
  if (!id || !sameVersion(id, name)) return undefined;
  return isGnu.test(id) ? gnuId(id, name) : id;
}

/** Long names that `spdx-correct` does not know, or takes for something else. */
const longNames: readonly [RegExp, string][] = [
  [/^creative commons attribution 4\.0(?: international)?(?: licen[cs]e)?$/i, 'CC-BY-4.0'],
  [/^creative commons attribution[- ]share-?alike 4\.0(?: international)?(?: licen[cs]e)?$/i, 'CC-BY-SA-4.0'],
  [/^(?:cc-?0|creative commons zero)(?: v?1\.0)?(?: universal)?$/i, 'CC0-1.0'],
  [/^(?:the )?unlicen[cs]e$/i, 'Unlicense'],
];

const nameWords = new Set(
  (
    'the licence license licensed version v or and later only newer any clause new revised modified simplified original software public general ' +
    'gnu gpl lgpl agpl lesser library affero mozilla mpl apache asl foundation mit isc bsd x11 expat zlib cc by sa nc nd creative commons attribution ' +
    'sharealike noncommercial noderivatives international unported universal eclipse epl boost bsl european union eupl wtfpl unlicense python psf ' +
    'artistic ofl sil open font'
  ).split(' '),
);

/** A valid id is a name whatever its words are. */
const isNameLike = (name: string): boolean =>
  isId(name) ||
  name
    .toLowerCase()
    .replace(/[(),+]/g, ' ')
    .split(/[\s-]+/)
    .every((word) => nameWords.has(word.replace(/v?\d+(?:\.\d+)*$/, '')) || /^v?\d*(?:\.\d+)*$/.test(word));

const isId = (name: string): boolean =>
  [name, name.toUpperCase()].some((text) => correct(text, { upgrade: false }) === text);

/** Every version that the id names is in the name, but for two whose names go without: `Apache`, `New BSD`. */
function sameVersion(id: string, name: string): boolean {
  if (id === 'Apache-2.0' && !/\d/.test(name)) return true;
  if (/^BSD-\d-Clause$/.test(id) && /\b(?:new|revised|modified|simplified)\b/i.test(name)) return true;
  const versions = numbersIn(name);
  return numbersIn(id).every((number) => versions.includes(number));
}

const numbersIn = (text: string): number[] => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);

const isGnu = /^A?L?GPL-\d/;

/** Later versions apply where the name says so. */
const gnuId = (id: string, name: string): string =>
  id.replace(/(?:\+|-only|-or-later)?$/, laterVersions.test(name) ? '-or-later' : '-only');

const laterVersions = /\+$|,?[- ]\(?or[- ](?:later|newer|any later)(?: versions?)?\)?$/i;
