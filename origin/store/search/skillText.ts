/**
 * What the index holds of a skill. `tokens` are its terms, each once, where they say most: those of its names marked, then
 * what describes it, what its SKILL.md says in headings or often, and what else that says and what it needs. So a word
 * that is repeated weighs no more, and a text is not found the better the longer it is.
 */
import type { Category } from '../../contract/fields.ts';
import type { Capabilities } from '../../scan/capabilities/capabilities.ts';
import { nameMark } from '../schema/indexing.ts';
import { isStop, stemOf } from './language.ts';
import { piecesOf, termsOf } from './terms.ts';
import { fold, indexedText, plainWords, tokensOf } from './text.ts';

/** Raised by one where what this makes of the same skill changes: stored ones are made again (write/reindex.ts). */
export const indexing = 3;

/** Between the parts of `tokens`, which are ASCII where the words are: to look through those takes half the time. */
export const marks = { headings: '#', body: '|' } as const;
/** In front of what is no word of a text, and in it where a word would end. No other term has two of them. */
const [factMark, joint] = ['__', '_'];

export interface Described {
  slug: string;
  name: string;
  description: string;
  category: Category;
  triggers: readonly string[];
  tags: readonly string[];
  /** The text of SKILL.md, or what there is of it. */
  skillMd: string;
  capabilities: Capabilities | undefined;
}

/** Of SKILL.md, in characters: what is after it is not looked at. */
const readOfSkillMd = 16 * 1024;
/** Terms of headings, and of the rest. */
const [mostHeadings, mostOfBody] = [80, 300];
/** As often said as makes it what a text is about. */
const often = 3;
const mostFacts = 100;

export function skillText(skill: Described) {
  const { slug, name, description, triggers, tags } = skill;
  const { folded, names } = indexedText([slug, name], description);
  const named = [...new Set([...termsOf(slug), ...termsOf(name), ...jointsOf(slug), ...jointsOf(name)])];
  const said = new Set([...tokensOf(slug), ...named, ...termsOf([description, ...triggers, ...tags].join('\n'))]);
  const { headings, body } = sectionsOf(skill.skillMd);
  const facts = factsOf(skill.capabilities);
  const above = rest(headings, said, mostHeadings);
  const below = rest([...body, ...facts.flatMap(termsOf)], new Set([...said, ...above]), mostOfBody);
  const tokens = [
    ...named.map((term) => nameMark + term),
    ...[...said].filter((term) => !isStop(term)),
    ...[marks.headings, ...above, marks.body, ...below],
    ...[categoryTerm(skill.category), ...new Set([...tags.map(tagTerm), ...facts.flatMap(factTerms)])],
  ];
  return {
    folded,
    names,
    tokens: ` ${tokens.join(' ')} `,
    vocabulary: vocabularyOf([slug, name, description]),
    indexing,
  };
}

/** `tokens` of a skill that is of another category now. */
export const withCategory = (tokens: string, before: Category, category: Category): string =>
  tokens.replace(` ${categoryTerm(before)} `, ` ${categoryTerm(category)} `);

export const categoryTerm = (category: string): string => `${factMark}c${joint}${category}`;

/** What `needs:` asks for. */
export const needTerm = (name: string): string => `${factMark}n${joint}${factOf(name)}`;

/** What `tag:` asks for. */
export const tagTerm = (tag: string): string => `${factMark}t${joint}${factOf(tag)}`;

const factOf = (name: string): string => plainWords(fold(name)).join(joint);

/** Two words of a name that stand together, as one: some write them so. */
function jointsOf(name: string): string[] {
  const words = tokensOf(name);
  return words.slice(1).map((word, index) => stemOf(`${words[index]}${word}`));
}

function rest(terms: readonly string[], except: ReadonlySet<string>, most: number): string[] {
  return [...new Set(terms)].filter((term) => !except.has(term)).slice(0, most);
}

const frontmatter = /^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/;
const heading = /^#{1,6}[ \t]/;

function sectionsOf(skillMd: string): { headings: string[]; body: string[] } {
  const text = skillMd.slice(0, readOfSkillMd).replace(frontmatter, '');
  const lines = text.split('\n');
  const body = termsOf(text);
  const counts = new Map<string, number>();
  for (const term of body) counts.set(term, (counts.get(term) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count >= often).sort((a, b) => b[1] - a[1]);
  return {
    headings: [...termsOf(lines.filter((line) => heading.test(line)).join('\n')), ...repeated.map(([term]) => term)],
    body,
  };
}

/** The names in a capability record that people ask by. */
function factsOf(capabilities: Capabilities | undefined): string[] {
  if (!capabilities) return [];
  const { programs, hosts, packages, variables, tools } = capabilities;
  return [programs, hosts, packages, variables, tools]
    .flat()
    .map(({ name }) => name)
    .slice(0, mostFacts);
}

/** A program without its version, and a host by its domain, as well. */
function factTerms(name: string): string[] {
  const domain = name.includes('.') ? name.split('.').slice(-2).join('.') : name;
  const terms = [name, domain, name.replace(/[\d.]+$/, '')].filter((one) => factOf(one) !== '');
  return terms.map(needTerm);
}

/** Words that others may have meant, with their stems: letters that are typed one by one, and not too many of them. */
const typed = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]{2,32}$/u;
const letter = /\p{L}/u;

function vocabularyOf(texts: readonly string[]): string {
  const words = texts.flatMap(piecesOf).flatMap(({ word, isRun }) => (isRun ? [] : [word]));
  const counted = [...new Set(words)].filter((word) => typed.test(word) && letter.test(word) && !isStop(word));
  return JSON.stringify(counted.map((word) => [word, stemOf(word)]));
}
