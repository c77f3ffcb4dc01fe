/** Names and descriptions of as many skills as one likes: real ones first where there are some, then made of their parts. */
import { existsSync, readFileSync } from 'node:fs';
import { limits } from '../../../origin/contract/fields.ts';
import { slugPattern } from '../../../origin/contract/grammar/grammar.ts';
import { checkSlug } from '../../../origin/contract/grammar/names.ts';
import { type Draw, drawsFrom, pick } from './random.ts';

export interface Named {
  slug: string;
  description: string;
}

/** Endless. `real` are names that stand as they are; others take the beginning of one and the end of another. */
export function* namesFrom(real: readonly Named[]): Generator<Named, never> {
  const known = real.length > 0 ? real : invented();
  const draw = drawsFrom(known.length);
  const used = new Set<string>();
  const isNew = ({ slug }: Named) => !used.has(slug) && used.add(slug).size > 0;
  for (const named of known) if (isNew(named)) yield named;
  for (let number = 2; ; number += 1) {
    const combined = combine(draw, pick(draw, known), pick(draw, known));
    const named = used.has(combined.slug) ? { ...combined, slug: `${combined.slug.slice(0, 54)}-${number}` } : combined;
    if (isUsable(named.slug) && isNew(named)) yield named;
  }
}

/** The names of a catalog of real skills, one JSON object a line; none where the file is not there. */
export function realNames(file: string): Named[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { name: string; description: string })
    .map(({ name, description }) => ({ slug: slugOf(name), description: shortened(description.trim()) }))
    .filter(({ slug, description }) => isUsable(slug) && description !== '');
}

const shortened = (text: string): string => [...text].slice(0, limits.descriptionLength).join('').trim();

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

function isUsable(slug: string): boolean {
  if (!slugPattern.test(slug)) return false;
  try {
    checkSlug(slug);
    return true;
  } catch {
    return false;
  }
}

function combine(draw: Draw, one: Named, other: Named): Named {
  const [head, tail] = [one.slug.split('-'), other.slug.split('-')];
  const words = [...head.slice(0, 1 + Math.floor(draw() * 2)), ...tail.slice(-1 - Math.floor(draw() * 2))];
  return {
    slug: [...new Set(words)].join('-'),
    description: `${sentenceOf(one.description)} ${sentenceOf(other.description)}`,
  };
}

const sentenceOf = (text: string): string => /^.{20,240}?[.!?。](?=\s|$)/su.exec(text)?.[0] ?? text.slice(0, 160);

const actions = 'review write plan test deploy summarize translate convert extract compare draft audit chart'.split(
  ' ',
);
const things =
  'contracts invoices tables pull-requests release-notes datasets diagrams emails schemas logs notebooks slides'.split(
    ' ',
  );
const means = 'python markdown postgres kubernetes spreadsheets rust figma latex terraform react pandas git'.split(' ');

function invented(): Named[] {
  return actions.flatMap((action) =>
    things.flatMap((thing) =>
      means.map((by) => ({
        slug: `${action}-${thing}-${by}`,
        description: `Use when somebody wants to ${action} ${thing.replaceAll('-', ' ')} with ${by}. Says what to look at first.`,
      })),
    ),
  );
}
