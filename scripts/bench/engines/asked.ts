/** What is asked of both engines: lists, lists with a text, and searches, by what people type. */
import { limits } from '../../../origin/contract/fields.ts';
import type { Engine } from '../../../origin/store/engine/engine.ts';
import { type Draw, drawsFrom, pick } from '../catalog/random.ts';
import { piecesOf, someSkills, type Wanted } from '../words.ts';

export interface Asked {
  kind: string;
  paths: string[];
  /** By somebody with an account. */
  isSignedIn?: boolean;
}

export async function askedOf(engine: Engine, count: number): Promise<Asked[]> {
  const draw = drawsFrom(4);
  const { db } = engine;
  const [{ total }] = [
    await db
      .selectFrom('skills')
      .select((e) => e.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ];
  const list = Array.from({ length: count }, () => {
    const deepest = Math.min(limits.offset, total - 50);
    const offset = pick(draw, [0, 0, 20, 500, Math.floor(draw() * deepest)]);
    return `/skills?limit=50&offset=${offset}&sort=${pick(draw, ['new', 'alpha', 'installs'])}`;
  });
  const words = await db
    .selectFrom('search_words')
    .select((e) => ['word', e.fn.sum<number>('total').as('total')])
    .groupBy('word')
    .orderBy('total', 'desc')
    .orderBy('word')
    .execute();
  const skills = await someSkills(engine, draw, count * 20);
  const every = Math.max(1, Math.floor(words.length / count));
  const typed: Record<string, string[]> = {
    'the most frequent words': words.slice(0, count).map(({ word }) => word),
    'words of any frequency': words.filter((_, index) => index % every === 0).map(({ word }) => word),
    'words that nobody has': Array.from({ length: count }, () => letters(draw, 9)),
    'a letter or two': Array.from({ length: count }, () => letters(draw, pick(draw, [1, 2, 2]))),
    CJK: skills.flatMap((skill) => cjkOf(skill, draw)).slice(0, count),
    'a misspelt word': words
      .slice(0, count * 5)
      .map(({ word }) => misspelt(word, draw))
      .filter(Boolean)
      .slice(0, count),
    'parts and neighbours of words': piecesOf(skills.slice(0, count), draw).filter((text) => text.length <= 100),
  };
  const on = (path: string, [kind, texts]: [string, string[]]) => ({
    kind: `${path}: ${kind}`,
    paths: [...new Set(texts)].map((text) => `/${path}?q=${encodeURIComponent(text)}`),
  });
  const kinds = Object.entries(typed);
  const asked = [
    { kind: 'skills', paths: list },
    ...kinds.map((kind) => on('skills', kind)),
    ...kinds.map((kind) => on('search', kind)),
  ];
  const signedIn = asked.filter(({ kind }) => /^skills$|frequent words|a letter/.test(kind));
  return [...asked, ...signedIn.map(({ kind, paths }) => ({ kind: `${kind}, signed in`, paths, isSignedIn: true }))];
}

const letters = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => pick(draw, [...'abcdefghijklmnopqrstuvwxyz'])).join('');

/** One letter too many, too few, or two the wrong way round. */
function misspelt(word: string, draw: Draw): string {
  if (word.length < 6) return '';
  const at = 1 + Math.floor(draw() * (word.length - 3));
  const [start, one, two, rest] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)];
  return pick(draw, [start + two + one + rest, start + two + rest, start + one + one + two + rest]);
}

function cjkOf({ description }: Wanted, draw: Draw): string[] {
  const [run] = /\p{Script=Han}{2,}/u.exec(description) ?? [];
  return run ? [[...run].slice(0, pick(draw, [1, 2, 3, 4])).join('')] : [];
}
