/** Which skills of a registry a partial mirror holds, as its operator and the mirror that it asks write it. */
import { z } from 'zod';
import { shownAs } from '../fields.ts';
import { handlePattern, slugPattern } from '../grammar/grammar.ts';
import { readableStatuses } from './scanned.ts';

/** Of each kind one of its values is enough; every kind that has values has to be met. */
export interface Selection {
  /** Handles. */
  author: string[];
  /** `<owner>/<slug>`: their members. */
  kit: string[];
  /** As `foldLicence` makes them. */
  licence: string[];
  /** What the scan of a version came to. */
  verdict: string[];
}

type Kind = keyof Selection;

const isHandle = (text: string) => handlePattern.test(text);

const kinds: Record<Kind, { read(text: string): string; isOne(text: string): boolean; example: string }> = {
  author: { read: (text) => text, isOne: isHandle, example: 'author:alice' },
  kit: {
    read: (text) => text,
    isOne: (text) => {
      const [owner = '', slug = '', ...more] = text.split('/');
      return isHandle(owner) && slugPattern.test(slug) && more.length === 0;
    },
    example: 'kit:acme/base',
  },
  licence: {
    read: foldLicence,
    isOne: (text) => /^[a-z0-9][a-z0-9.+()-]{0,99}$/.test(text),
    example: 'licence:MIT,Apache-2.0',
  },
  verdict: {
    read: (text) => text,
    isOne: (text) => readableStatuses.some((status) => status === text),
    example: `verdict:${readableStatuses.join(',')}`,
  },
};

/** Bytes of a selection that fits in an address. */
const longestSelection = 4000;

/** Small letters, with a hyphen for what separates words: `Apache 2.0` and `Apache-2.0` are one licence. */
function foldLicence(text: string): string {
  return text.toLowerCase().replace(/[ _]/g, '-');
}

/**
 * Reads `author:alice author:bob licence:MIT,Apache-2.0`. Errors: an Error that says which word is none, of text that names
 * no skill at all too.
 */
export function parseSelection(text: string): Selection {
  const found: Selection = { author: [], kit: [], licence: [], verdict: [] };
  if (text.length > longestSelection) throw new Error(`is longer than ${longestSelection} characters`);
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) throw new Error(`names nothing: write, for example, ${kinds.author.example}`);
  for (const word of words) {
    const [, name = '', list = ''] = /^([^:]*):(.*)$/.exec(word) ?? [];
    if (!Object.hasOwn(kinds, name))
      throw new Error(`"${word}" is no filter: there are ${Object.keys(kinds).join(', ')}, as in ${kinds.kit.example}`);
    const { read, isOne, example } = kinds[name as Kind];
    for (const given of list.split(',')) {
      const value = read(given);
      if (!isOne(value)) throw new Error(`"${given}" in "${word}" can’t be one: write, for example, ${example}`);
      found[name as Kind].push(value);
    }
  }
  return found;
}

/** The same text for selections that choose the same, for which it can stand. */
export function formatSelection(selection: Selection): string {
  const words = (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const values = [...new Set(selection[kind])].toSorted();
    return values.length > 0 ? [`${kind}:${values.join(',')}`] : [];
  });
  return words.join(' ');
}

/** A selection as a setting or a parameter gives it. */
export const SelectionText = z.string().transform((text, context): Selection => {
  try {
    return parseSelection(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

/** Skills that may be asked for at once. */
export const mostWhole = 20;

const ids = new RegExp(`^\\d{1,15}(?:,\\d{1,15}){0,${mostWhole - 1}}$`);

/** What programs ask that copy a mirror. */
export const SnapshotChanges = z.object({
  after: z.string().max(1000).optional(),
  only: SelectionText.meta(shownAs({ type: 'string' })).optional(),
  whole: z
    .string()
    .regex(ids)
    .transform((list) => list.split(',').map(Number))
    .meta(shownAs({ type: 'string' }))
    .optional(),
});
