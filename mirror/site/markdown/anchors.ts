/** Headings of a document inside a page: at a level, and with ids, that suit who wrote it. */
import type { Token } from 'markdown-it';
import type { Writer } from './writer.ts';

const longestId = 80;

export interface Heading {
  /** Of the page. */
  level: number;
  id: string;
  text: string;
}

/** Shifts and names the headings among `tokens`, in place. */
export function nameHeadings(tokens: Token[], { shift, prefix }: Writer): Heading[] {
  const taken = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') return [];
    const level = Math.min(6, Number(token.tag.slice(1)) + shift);
    token.tag = `h${level}`;
    if (token.type === 'heading_close') return [];
    const text = textOf(tokens[index + 1]);
    const id = unique(anchorOf(text, prefix), taken);
    token.attrSet('id', id);
    return [{ level, id, text }];
  });
}

/** The id that a heading of this text gets, its first time in a document. */
export const anchorOf = (text: string, prefix: string): string =>
  `${prefix}${text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, longestId)}`;

function unique(id: string, taken: Map<string, number>): string {
  const times = taken.get(id) ?? 0;
  taken.set(id, times + 1);
  return times === 0 ? id : unique(`${id}-${times}`, taken);
}

const textOf = (inline: Token | undefined): string =>
  (inline?.children ?? [])
    .map((token) => (token.type === 'text' || token.type === 'code_inline' ? token.content : ''))
    .join('')
    .trim();
