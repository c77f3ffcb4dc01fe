/**
 * Slugs by slot, their bytes one after the other: they are ASCII (contract/grammar/grammar.ts). As strings those of a million skills take
 * a hundred megabytes of a heap that is searched for garbage.
 */

/** Room for as many and some more: whenever there is none left, all that is there is copied. */
export const roomFor = (count: number): number => Math.ceil(count * 1.1) + 64;

/** More than most have. */
const bytesEach = 24;

export class PackedNames {
  #bytes = new Uint8Array(0);
  #used = 0;
  /** What slots have of that. */
  #needed = 0;
  /** By slot. */
  #starts = new Uint32Array(0);
  #lengths = new Uint8Array(0);

  /** The slots there is room for, those before included. */
  grow(slots: number): void {
    const [starts, lengths] = [this.#starts, this.#lengths];
    this.#starts = new Uint32Array(slots);
    this.#starts.set(starts);
    this.#lengths = new Uint8Array(slots);
    this.#lengths.set(lengths);
  }

  put(slot: number, name: string): void {
    if (this.#is(slot, name)) return;
    this.#needed -= this.#lengths[slot] ?? 0;
    this.#lengths[slot] = 0;
    if (this.#used + name.length > this.#bytes.length) this.#pack(name.length);
    this.#needed += name.length;
    this.#starts[slot] = this.#used;
    this.#lengths[slot] = name.length;
    for (let at = 0; at < name.length; at += 1) this.#bytes[this.#used + at] = name.charCodeAt(at);
    this.#used += name.length;
  }

  /** By their characters; 0 where they are the same. */
  compare(a: number, b: number): number {
    const [one, other] = [this.#starts[a] ?? 0, this.#starts[b] ?? 0];
    const [length, its] = [this.#lengths[a] ?? 0, this.#lengths[b] ?? 0];
    const both = Math.min(length, its);
    for (let at = 0; at < both; at += 1) {
      const difference = (this.#bytes[one + at] ?? 0) - (this.#bytes[other + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - its;
  }

  #is(slot: number, name: string): boolean {
    if (this.#lengths[slot] !== name.length) return false;
    const start = this.#starts[slot] ?? 0;
    for (let at = 0; at < name.length; at += 1) if (this.#bytes[start + at] !== name.charCodeAt(at)) return false;
    return true;
  }

  /** Makes room, without what slots had before. */
  #pack(more: number): void {
    // Room that is never written to takes no memory.
    const packed = new Uint8Array(Math.max(roomFor(this.#needed + more), bytesEach * this.#starts.length));
    if (this.#needed === this.#used) {
      packed.set(this.#bytes);
      this.#bytes = packed;
      return;
    }
    let at = 0;
    for (const [slot, length] of this.#lengths.entries()) {
      const start = this.#starts[slot] ?? 0;
      packed.set(this.#bytes.subarray(start, start + length), at);
      this.#starts[slot] = at;
      at += length;
    }
    this.#bytes = packed;
    this.#used = at;
  }
}
