/**
 * The tokens of a byte pair encoding as plain bytes: the 200,000 of o200k take five megabytes. As strings in a map they
 * take fifty, in every process that counts.
 */

/** A power of two, and more than twice as many as there are tokens. */
const slots = 2 ** 19;
/** What is no token ranks after all that are. */
const none = 0x7fff_ffff;

export class Vocabulary {
  /** The tokens one after the other; where each begins, by its rank. */
  readonly #bytes: Uint8Array;
  readonly #starts = new Uint32Array(slots / 2);
  #longest = 0;
  /** By the hash of a token, or after what has the same: its rank, and one. */
  readonly #slots = new Uint32Array(slots);

  /** `ranked` is as OpenAI publishes it: for each token in the order of ranks a line, its bytes in base64 before a space. */
  constructor(ranked: Uint8Array) {
    this.#bytes = new Uint8Array(Math.ceil(ranked.length / 2));
    let rank = 0;
    let start = 0;
    let end = 0;
    let bits = 0;
    let known = 0;
    let isToken = true;
    // A buffer for each of so many tokens would take ten times as long.
    for (let at = 0; at < ranked.length; at += 1) {
      const digit = ranked[at] ?? 0;
      if (digit === newline) {
        isToken = true;
        bits = 0;
        known = 0;
      } else if (digit === space) {
        rank += 1;
        this.#starts[rank] = end;
        this.#longest = Math.max(this.#longest, end - start);
        this.#slots[this.#slotOf(this.#bytes, start, end)] = rank;
        start = end;
        isToken = false;
      } else if (isToken && digit !== padding) {
        bits = ((bits << 6) | (values[digit] ?? 0)) & 0xffff;
        known += 6;
        if (known < 8) continue;
        known -= 8;
        this.#bytes[end] = bits >> known;
        end += 1;
      }
    }
  }

  /** How many tokens the bytes are: of all neighbours those are joined first whose token has the lowest rank. */
  count(text: Uint8Array): number {
    let tokens = text.length;
    if (tokens < 2 || this.#rankOf(text, 0, tokens) !== none) return Math.min(tokens, 1);
    // Where each part begins, and the rank of what it and the next one would be.
    const starts = new Uint32Array(tokens + 1);
    const ranks = new Int32Array(tokens);
    for (let at = 0; at <= tokens; at += 1) {
      starts[at] = at;
      ranks[at] = this.#rankOf(text, at, at + 2);
    }
    for (;;) {
      let lowest = none;
      let first = -1;
      for (let at = 0; at < tokens - 1; at += 1) {
        const rank = ranks[at] ?? none;
        if (rank < lowest) {
          lowest = rank;
          first = at;
        }
      }
      if (first === -1) return tokens;
      starts.copyWithin(first + 1, first + 2, tokens + 1);
      ranks.copyWithin(first, first + 1, tokens);
      tokens -= 1;
      for (const at of [first - 1, first])
        if (at >= 0) ranks[at] = at < tokens - 1 ? this.#rankOf(text, starts[at] ?? 0, starts[at + 2] ?? 0) : none;
    }
  }

  #rankOf(text: Uint8Array, start: number, end: number): number {
    if (end > text.length || end - start > this.#longest) return none;
    return (this.#slots[this.#slotOf(text, start, end)] || none + 1) - 1;
  }

  /** Of these bytes, or the free one where they would be. */
  #slotOf(text: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (text[at] ?? 0), 0x01000193);
    for (let slot = (hash ^ (hash >>> 15)) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const rank = (this.#slots[slot] ?? 0) - 1;
      if (rank < 0 || this.#isToken(rank, text, start, end)) return slot;
    }
  }

  #isToken(rank: number, text: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[rank] ?? 0;
    if ((this.#starts[rank + 1] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at += 1) if (this.#bytes[from + at - start] !== text[at]) return false;
    return true;
  }
}

const digits = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const values = new Uint8Array(256);
for (const [value, digit] of digits.entries()) values[digit] = value;
const padding = 0x3d;
const space = 0x20;
const newline = 0x0a;
