/**
 * One run of a copy: from a place that was claimed to its end, or to a failure after which only a new base can go on. It holds
 * up neither reads nor writes: a place that is slow, full or away is tried again, while the log keeps what it has not got.
 */
import { chainsIn, type Store, spansOf } from '../chains.ts';
import { Broken, type Follower, followWal } from '../log/follower.ts';
import type { Claim } from '../place/place.ts';
import { Damaged } from '../place/sealed.ts';
import { claimTarget } from '../place/target.ts';
import type { Draft } from './base.ts';
import { append, beginChain, type Chain, joinNew } from './chain.ts';
import type { Copying, FailureTold } from './copying.ts';
import { followLogKey } from './logKey.ts';
import { copyNextBase, type NextBase } from './nextBase.ts';
import { prune } from './prune.ts';
import { Waiting } from './waiting.ts';
import type { Wake } from './wake.ts';

interface During {
  signal: AbortSignal;
  wake: Wake;
  told: FailureTold;
}

interface Within extends During {
  claim: Claim;
  /** When this run does, for whatever reason. */
  ended: AbortSignal;
}

export class Run {
  readonly #given: Required<Copying>;
  readonly #store: Store;
  readonly #during: Within;
  #keepLogKey: () => Promise<void>;
  readonly #waiting = new Waiting();
  readonly follower: Follower;
  chain: Chain | undefined;
  #next: NextBase | undefined;
  /** The next chain may be there: nothing goes to this one any more that the next would lack. */
  #isChanging = false;
  /** Why this chain leads no further, or not in order, so that another is to begin. */
  #isHurt = false;
  #failure: unknown;
  /** What is under way that no base may begin or end next to: it takes away what is not known to be needed. */
  #tidying: Promise<void> | undefined;
  /** Of no clock that jumps. */
  #sentAt = Number.NEGATIVE_INFINITY;
  /** When it last looked. */
  #clock = 0;

  private constructor(given: Required<Copying>, store: Store, follower: Follower, during: Within) {
    this.#given = given;
    this.#store = store;
    this.follower = follower;
    this.#during = during;
    this.#keepLogKey = this.#followLogKey();
  }

  /** Resolves when `signal` ends; rejects where it can’t go on. `begun` is given the run. */
  static async run(given: Required<Copying>, during: During, begun: (run: Run) => void): Promise<void> {
    const { signal, wake } = during;
    const key = await given.readKey();
    const claim = await claimTarget(given.place, key, given.dataDir);
    const ended = new AbortController();
    try {
      const follower = await followWal(given.engine, given.file, given.now);
      const run = new Run(given, { place: given.place, key }, follower, { ...during, claim, ended: ended.signal });
      try {
        begun(run);
        while (!signal.aborted) {
          await run.#step();
          await wake.next(run.failure === undefined ? given.paces.look : given.paces.again, signal);
        }
        await follower.look();
        await run.#keepLogKey();
        await run.#send();
      } finally {
        ended.abort();
        run.#waiting.refuse(new Broken('the copy ended'));
        await run.#tidying;
        await follower.close();
      }
    } finally {
      await claim.release();
    }
  }

  /** Why the place does not take what it is sent. */
  get failure(): unknown {
    return this.#failure ?? this.#next?.failure;
  }

  /** Whether what is written now will be in the copy soon. */
  get isTaking(): boolean {
    return this.chain !== undefined && this.#failure === undefined;
  }

  /** Resolves when all that is committed now is in the copy. Rejects where there is no chain that it goes to. */
  async stored(wake: Wake): Promise<void> {
    const total = await this.follower.look();
    if (!this.chain) throw new Broken('the copy began again');
    if (this.follower.total.sent >= total) return;
    wake.want();
    await this.#waiting.until(total);
  }

  async #step(): Promise<void> {
    const { follower } = this;
    const { longest, isAwaited, paces, now } = this.#given;
    this.#during.claim.lost.throwIfAborted();
    const at = now();
    if (at < this.#clock - paces.jump) this.#isHurt = true;
    this.#clock = at;
    await follower.look();
    if (follower.unsent() > longest)
      throw new Broken('the place did not take the copy for too long', { cause: this.#failure });
    try {
      await this.#keepLogKey();
      if (isAwaited || performance.now() - this.#sentAt >= paces.send) await this.#send();
      await this.#tend(at);
      this.#failure = undefined;
    } catch (error) {
      if (error instanceof Broken) throw error;
      this.#failure = error;
    }
    if (this.failure !== undefined) this.#during.told.failed(this.failure);
    else if (this.chain) this.#during.told.works();
  }

  async #send(): Promise<void> {
    if (!this.chain || this.#isChanging) return;
    for (let piece = await this.follower.next(); piece; piece = await this.follower.next()) {
      await append(this.#store, this.chain, piece);
      this.follower.sent(piece);
      this.#waiting.answer(this.follower.total.sent);
      this.#sentAt = performance.now();
    }
  }

  /** What is to be done now and then: a base each day, and the log moved into the database. */
  async #tend(now: number): Promise<void> {
    const { chain, follower } = this;
    if (this.#tidying) return;
    if (this.#next?.draft) return this.#change(this.#next, this.#next.draft);
    if (this.#next) return;
    const isDue = chain === undefined || this.#isHurt || now - chain.at > this.#given.paces.day;
    if (!isDue && !follower.isLong()) return;
    const still = await follower.renew(chain === undefined);
    await this.#send();
    if (!still) return;
    if (isDue) this.#copyBase(still);
    else if (chain) this.#join(chain);
  }

  #copyBase(still: NextBase['still']): void {
    const { file, tell, paces } = this.#given;
    // What is there already is read again, once a day.
    if (this.chain) this.#keepLogKey = this.#followLogKey();
    const work = { file, still, store: this.#store, isThorough: this.chain !== undefined, signal: this.#during.ended };
    this.#next = copyNextBase({ ...work, tell: (what) => tell('warn', what) }, () => {
      setTimeout(() => {
        this.#next = undefined;
      }, paces.restart).unref();
    });
  }

  #followLogKey(): () => Promise<void> {
    const { logKeyFile, tell } = this.#given;
    return followLogKey(this.#store, logKeyFile, (what) => tell('warn', what));
  }

  /** From now on, what comes goes to the new chain. */
  async #change({ still }: NextBase, draft: Draft): Promise<void> {
    const { follower } = this;
    this.#isChanging = true;
    const pieces = await follower.since(still, this.chain === undefined);
    const isBigEndian = follower.header()?.isBigEndian ?? false;
    const previous = this.chain ?? (await this.#lastChain());
    this.chain = await beginChain(this.#store, draft, pieces, { previous, isBigEndian });
    follower.sentUntil(pieces);
    [this.#next, this.#isHurt, this.#isChanging] = [undefined, false, false];
    this.#waiting.answer(follower.total.sent);
    const { place, tell, now, days, paces } = this.#given;
    tell('info', `the store is copied to ${place.address}`);
    this.#tidy(prune(this.#store, { cutoff: now() - days * paces.day, days }));
  }

  /** They are read for that, so this is where damage shows: what comes after it would lead nowhere. */
  #join(chain: Chain): void {
    this.#tidy(
      joinNew(this.#store, chain).catch((error: unknown) => {
        if (error instanceof Damaged) this.#isHurt = true;
        throw error;
      }),
    );
  }

  /** Next to what is sent, which waits for none of it: in a bucket it takes a while. */
  #tidy(work: Promise<void>): void {
    this.#tidying = work
      .catch((error: Error) => this.#given.tell('warn', `the backup was not tidied: ${error.message}`))
      .finally(() => {
        this.#tidying = undefined;
      });
  }

  async #lastChain(): Promise<Chain | undefined> {
    const number = (await chainsIn(this.#store.place)).at(-1);
    if (number === undefined) return undefined;
    const spans = await spansOf(this.#store.place, number);
    return { number, at: 0, last: Math.max(0, ...spans.map(({ last }) => last)), joined: 0 };
  }
}
