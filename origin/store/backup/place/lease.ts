/**
 * One writer at a time, by an object that its holder writes again and again, each time over what it wrote last and nothing else.
 * Another that saw it unchanged for long enough, by a clock of its own, may take it; its holder has stopped by then.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BucketObjects, Tagged } from '../../objects/s3/objects.ts';
import { type Holder, isGone } from './holder.ts';
import type { Claim } from './place.ts';

/** Milliseconds. */
export const usualTerms = {
  /** Between two times that it is written. */
  beat: 30_000,
  /** After which its holder changes nothing before it was written again. */
  fresh: 40_000,
  /** After which another takes it: nothing is deleted with so many tries that it takes as long as what lies between. */
  lapse: 120_000,
  /** For two that begin at once, where the server lets both write. */
  settle: 2000,
};

export type Terms = typeof usualTerms;

const name = 'lease.json';

interface Lease {
  holder?: Holder;
  /** Of this text alone. */
  draw: string;
}

type Writing = Pick<BucketObjects, 'getTagged' | 'putOver'>;

/** What was seen of another’s lease, and since when. */
export interface Seen {
  tag: string;
  since: number;
}

export interface Leasing {
  objects: BucketObjects;
  terms: Terms;
  address: string;
  /** Hears, once, that the server can’t keep two apart for sure. */
  tell(sentence: string): void;
}

/** Resolves with what it has seen while another holds it. */
export async function takeLease(
  { objects, terms, address, tell }: Leasing,
  holder: Holder,
  seen: Seen | undefined,
): Promise<Held | Seen> {
  const there = await objects.getTagged(name);
  if (there && !(await isOver(there, holder))) {
    const known = seen?.tag === there.tag ? seen : { tag: there.tag, since: performance.now() };
    if (performance.now() - known.since < terms.lapse) return known;
  }
  const isKept = await keepsConditions(objects);
  if (!isKept)
    tell(
      `${address} is on a server that does not check If-Match: two registries that start within seconds may both write there`,
    );
  const writing = isKept ? objects : checking(objects, terms.settle);
  const held = new Held(writing, { holder, terms, address });
  return (await held.write(there?.tag)) ? held.begin() : { tag: '', since: performance.now() };
}

/** The holder’s own word that it ended, or what is known of it. What can’t be read says nothing. */
async function isOver({ bytes }: Tagged, self: Holder): Promise<boolean> {
  try {
    const { holder }: Lease = JSON.parse(bytes.toString());
    return holder === undefined || (await isGone(holder, self));
  } catch {
    return false;
  }
}

/** Whether it refuses to write over what is not there. Nothing is ever there. */
async function keepsConditions(objects: BucketObjects): Promise<boolean> {
  try {
    return (await objects.putOver(`${name}.none`, Buffer.alloc(0), '"00000000000000000000000000000000"')) === undefined;
  } catch (error) {
    if ([400, 405, 501].includes((error as { status?: number }).status ?? 0)) return false;
    throw error;
  }
}

/** Looks before and after instead, which is certain unless two begin within the same seconds. */
const checking = ({ getTagged, put }: BucketObjects, settle: number): Writing => ({
  getTagged,
  putOver: async (key, bytes, tag) => {
    if ((await getTagged(key))?.tag !== tag) return undefined;
    await put(key, bytes);
    await wait(settle);
    const there = await getTagged(key);
    return there?.bytes.equals(bytes) ? there.tag : undefined;
  },
});

interface Holding {
  holder: Holder;
  terms: Terms;
  address: string;
}

export class Held implements Claim {
  readonly #writing: Writing;
  readonly #holding: Holding;
  readonly #lost = new AbortController();
  readonly #ended = new AbortController();
  #tag: string | undefined;
  /** When it was last written for sure, by the clock that stands still while a machine sleeps, and by the one that jumps. */
  #at = { steady: 0, wall: 0 };
  #renewing: Promise<void> | undefined;

  constructor(writing: Writing, holding: Holding) {
    this.#writing = writing;
    this.#holding = holding;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Whether it is ours now, where `tag` is what is there. */
  async write(tag: string | undefined, { isOver = false } = {}): Promise<boolean> {
    const at = { steady: performance.now(), wall: Date.now() };
    const lease: Lease = { ...(!isOver && { holder: this.#holding.holder }), draw: randomUUID() };
    const bytes = Buffer.from(JSON.stringify(lease));
    const written = await this.#writing.putOver(name, bytes, tag);
    // It may be there by a try whose answer was lost.
    const there = written === undefined ? await this.#writing.getTagged(name) : undefined;
    const own = written ?? (there?.bytes.equals(bytes) ? there.tag : undefined);
    if (own === undefined) return false;
    [this.#tag, this.#at] = [own, at];
    return true;
  }

  begin(): this {
    const { signal } = this.#ended;
    const beats = async () => {
      while (!signal.aborted) {
        await wait(this.#holding.terms.beat, undefined, { signal, ref: false });
        await this.#renew().catch(() => undefined);
      }
    };
    beats().catch(() => undefined);
    return this;
  }

  /** Before each request that changes something. Rejects where it is lost, or may be by the time that the request is there. */
  async check(): Promise<void> {
    if (this.#ended.signal.aborted) throw new Error(`Nothing more is written to ${this.#holding.address}.`);
    // The one that was under way may have begun too long ago.
    for (let tries = 0; tries < 2 && !this.#isFresh(); tries += 1) {
      this.lost.throwIfAborted();
      await this.#renew();
    }
    this.lost.throwIfAborted();
    if (!this.#isFresh()) throw new Error(`The lease on ${this.#holding.address} could not be renewed.`);
  }

  async release(): Promise<void> {
    this.#ended.abort();
    await this.#renewing?.catch(() => undefined);
    if (!this.lost.aborted) await this.write(this.#tag, { isOver: true }).catch(() => undefined);
  }

  #isFresh(): boolean {
    const { fresh } = this.#holding.terms;
    return performance.now() - this.#at.steady < fresh && Date.now() - this.#at.wall < fresh;
  }

  /** One at a time. Rejects where the bucket can’t be reached: then it may still be ours. */
  #renew(): Promise<void> {
    this.#renewing ??= this.write(this.#tag)
      .then((isOurs) => {
        if (!isOurs) this.#lost.abort(new Error(`Another program writes to ${this.#holding.address} now.`));
      })
      .finally(() => {
        this.#renewing = undefined;
      });
    return this.#renewing;
  }
}
