/**
 * The words of a SKILL.md as they are compared with another's: neither frontmatter nor case, white space, punctuation,
 * invisible characters or letters that look alike make two texts different. Pure and bounded.
 */
import { normalForm } from '../../scan/texts/normalForm.ts';
import { plainWords } from '../search/text.ts';

/** Characters that are read: what is after them is not compared. */
const longest = 32 * 1024;
/** Words that stand together in a shingle. */
const width = 3;

const frontmatter = /^\uFEFF?---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/;
/** Written without spaces: each character is as much as a word. */
const joined = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** What no reader sees, and no line break. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu;

export function wordsIn(skillMd: string): string[] {
  const body = skillMd.slice(0, longest).replace(frontmatter, '');
  const form = normalForm('SKILL.md', body).normalize('NFKC').replace(invisible, '').toLowerCase();
  // One character can stand for many.
  return plainWords(form.slice(0, longest).replace(joined, ' $& '));
}

/** Each run of words in a text, as a number; two that differ have the same one in four thousand million times. */
export function shinglesOf(words: readonly string[]): Set<number> {
  const hashes = words.map(hashOf);
  const shingles = new Set<number>();
  for (let at = 0; at + width <= hashes.length; at += 1) {
    let shingle = 0x9e3779b9;
    for (let next = at; next < at + width; next += 1) shingle = mixed(Math.imul(shingle, 31) ^ (hashes[next] ?? 0));
    shingles.add(shingle);
  }
  return shingles;
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return mixed(hash);
}

/** Every bit of it depends on every bit: the last steps of MurmurHash3. */
export function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** How much two texts have in common, from 0 to 1: of both together (Jaccard), and of the shorter of them. */
export function overlap(one: ReadonlySet<number>, other: ReadonlySet<number>): { ofBoth: number; ofOther: number } {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const shingle of few) if (many.has(shingle)) shared += 1;
  return { ofBoth: shared / Math.max(1, one.size + other.size - shared), ofOther: shared / Math.max(1, other.size) };
}
