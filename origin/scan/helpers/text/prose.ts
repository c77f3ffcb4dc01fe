/** Running text cut into sentences, for rules about what an agent is told to do. */
import { linesOf, windowLength } from './lines.ts';

export interface Sentence {
  text: string;
  /** Whether all of the paragraph or list item that it is of stands in quotation marks. */
  isQuotation: boolean;
  /** Whether it stands in a table. */
  isCell: boolean;
  /** What introduces the list that it is an item of. */
  under: string;
  /** The line, from 1, on which the character of this offset stands. */
  lineOf: (offset: number) => number;
}

/**
 * The sentences of a text. A paragraph may be wrapped, so may a comment; a list item, a table cell, a heading, a code
 * fence and an empty line end what came before. White space is a single space, emphasis is gone, apostrophes are
 * straight.
 */
export function sentencesOf(text: string): readonly Sentence[] {
  if (latest.text !== text) latest = { text, sentences: [...cut(text)] };
  return latest.sentences;
}

/** Several rules read the sentences of one file, one after the other. */
let latest: { text: string; sentences: readonly Sentence[] } = { text: '', sentences: [] };

function* cut(text: string): Generator<Sentence> {
  let block = new Block('', '');
  let introduction = '';
  for (const { number, text: whole } of linesOf(text)) {
    const line = whole.replaceAll('**', '');
    const [lead = ''] = /^(?:[\s>#/*+|;]|-(?![\w-])){0,80}(?:\d{1,3}[.)]\s{1,9})?/.exec(line) ?? [];
    const marker = lead.trim();
    const words = plain(line.slice(lead.length));
    if (words === '' && block.isEmpty) continue;
    if (!block.isContinuedBy(number, marker, words)) {
      yield* block.sentences();
      if (!block.isEmpty && !block.isItem) introduction = block.text;
      block = new Block(marker, introduction);
    }
    block.add(number, words);
  }
  yield* block.sentences();
}

const plain = (line: string): string =>
  /^(?:```|~~~|-{3,})/.test(line) ? '' : line.replaceAll('*', '').replaceAll(/\s+/g, ' ').replaceAll('’', "'").trim();

/** A paragraph, a list item, a comment. */
class Block {
  readonly #marker: string;
  readonly #introduction: string;
  readonly #starts: { offset: number; number: number }[] = [];
  text = '';

  constructor(marker: string, introduction: string) {
    this.#marker = marker;
    this.#introduction = introduction;
  }

  get isItem(): boolean {
    return /(?:[-*+]|\d[.)])$/.test(this.#marker);
  }

  get isEmpty(): boolean {
    return this.text === '';
  }

  /** A window of the same line repeats words of the one before it, and is a block of its own. */
  isContinuedBy(number: number, marker: string, words: string): boolean {
    if (this.isEmpty) return false;
    const follows =
      marker === '' ? !/[#/>|]/.test(this.#marker) : marker === this.#marker && /^[#/>;]{1,3}$/.test(marker);
    const isSameLine = this.#starts.at(-1)?.number === number;
    return follows && words !== '' && !isSameLine && this.text.length + words.length < windowLength;
  }

  add(number: number, words: string): void {
    if (words === '') return;
    const offset = this.isEmpty ? 0 : this.text.length + 1;
    this.#starts.push({ offset, number });
    this.text = offset === 0 ? words : `${this.text} ${words}`;
  }

  *sentences(): Generator<Sentence> {
    let from = 0;
    for (const { 0: end, index } of this.text.matchAll(/(?:[.!?]["'”)`]{0,3} | \| |[。！？])/g)) {
      if (/\b(?:e\.g|i\.e|etc|vs)$/i.test(this.text.slice(Math.max(from, index - 4), index))) continue;
      if (index - from > 5) yield this.#sentence(from, index + end.length);
      from = index + end.length;
    }
    if (from < this.text.length) yield this.#sentence(from, this.text.length);
  }

  #sentence(from: number, to: number): Sentence {
    const lineOf = (offset: number) => this.#starts.findLast((start) => start.offset <= from + offset)?.number ?? 1;
    const under = this.isItem ? this.#introduction : '';
    const isCell = this.#marker.startsWith('|');
    return { text: this.text.slice(from, to), isQuotation: quotation.test(this.text), isCell, under, lineOf };
  }
}

/** With a label before it or not: `**Input:** "…"`. */
const quotation = /^(?:[\w -]{1,30}: ?)?["“‘`«「][^"”’`»」]{1,600}["”’`»」][.,;]?$/;

/** Whether what stands there is put in quotation marks or backticks by itself: a phrase that is named, not said. */
export function isQuoted(sentence: string, from: number, to: number): boolean {
  const opening = /["'“‘`«「](?:…|\.\.\.|\(\?i\))?\s?$/.exec(sentence.slice(Math.max(0, from - 8), from));
  return opening !== null && /["'”’`»」]/.test(sentence.slice(to, to + 60));
}

/** Whether a list is one of things not to do: “Never:”, “Red flags:”. */
export const isForbiddenList = (under: string): boolean =>
  under.length < 80 &&
  !/\bforget\b/i.test(under) &&
  /^(?:(?:you|agents?|the agent|we) )?(?:(?:must |should )?never|do not|don't|must not|should not|avoid|red flags?|not allowed|forbidden|prohibited|out of scope|bad|wrong|anti-?patterns?|what not to do)\b/i.test(
    under,
  );

/** Whether words that come before speak against what follows, or tell of it rather than ask for it. */
export const isDenied = (before: string): boolean =>
  /\b(?:never|not|no|nothing|none|nobody|neither|cannot|without|avoid|refuse|prevents?|rather than|instead of|forbidden|prohibited|blocks?|rejects?|detects?|flags?|warns?)\b|n't\b/i.test(
    before,
  );

/** Whether a file is there to show what attacks look like: a test, a list of patterns, a report. */
export const showsAttacks = (path: string): boolean =>
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|blog|posts)\/|(?:^|\/)(?!SKILL\.md$)[\w.-]{0,60}(?:attack|injection|jailbreak|payload|pattern|heuristic|threat|red-?team|test[-_]?cases?|\.test\.|_test\.)[\w.-]{0,60}$/i.test(
    path,
  );

/** Whether words are of texts that carry instructions in order to trick an agent, as security advice has them. */
export const isAboutAttacks = (sentence: string): boolean =>
  /\b(?:inject(?:s|ed|ion|ions)?|attack(?:s|er|ers)?|jailbreaks?|malicious|adversarial|untrusted|suspicious|red flags?|phishing|attempt(?:s|ed|ing)? to|tr(?:y|ies|ying) to|phrases? (?:like|such as)|patterns?|payloads?|(?:as|like) data|refuse|reject)\b/i.test(
    sentence,
  );
