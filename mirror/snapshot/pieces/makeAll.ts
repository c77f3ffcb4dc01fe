/** Has pieces made in their order, as many at a time as the maker takes, and stops for what changes meanwhile. */
import { comparePlaces, type Piece, type Place } from '../address/everyAddress.ts';
import type { Made, Maker } from '../build/parts.ts';

/** What is done between pieces. */
export interface Between {
  /** Records what was made, in one commit with how far all is. Nothing after `begun` is begun before it resolves. */
  record(made: readonly Made[], place: { reached: Place; begun: Place }): Promise<void>;
  /** Whether there is something to take in. */
  isBehind(): Promise<boolean>;
  /** Takes it in, while no piece is being made: so no piece puts what was before over what is now. */
  catchUp(): Promise<void>;
  /** Whether the pieces that are begun now are to look at every byte. */
  isThorough(): boolean;
}

interface Job {
  piece: Piece;
  making?: Promise<void>;
  made?: Made;
  isRecorded?: boolean;
}

/** When it rejects, nothing is being made any more. */
export async function makeAll(
  pieces: AsyncGenerator<Piece, void>,
  from: Place,
  maker: Maker,
  { record, isBehind, catchUp, isThorough }: Between,
): Promise<void> {
  let reached = from;
  /** From the first that is not made, one more than are made at a time: no more than these a kill leaves in doubt. */
  const window: Job[] = [];
  const underway = () => window.flatMap(({ making, made }) => (making && !made ? [making] : []));
  let recorded = from;
  const begin = (job: Job) => {
    const making = maker.make(job.piece, isThorough()).then((made) => void Object.assign(job, { made }));
    // It is looked at below, maybe after something else failed.
    making.catch(() => undefined);
    job.making = making;
  };
  const fill = async () => {
    while (window.length <= maker.width) {
      const { value } = await pieces.next();
      if (!value) return;
      window.push({ piece: value });
    }
  };
  const recordMade = async () => {
    const done = window.filter(({ made, isRecorded }) => made && !isRecorded);
    while (window[0]?.made) reached = window.shift()?.piece.end ?? reached;
    await fill();
    const begun = window.at(-1)?.piece.end ?? reached;
    await record(
      done.flatMap(({ made }) => made ?? []),
      { reached, begun },
    );
    for (const job of done) job.isRecorded = true;
    recorded = begun;
  };
  /** Those of which a kill would leave word. */
  const beginMore = () => {
    for (const job of window)
      if (!job.making && underway().length < maker.width && comparePlaces(job.piece.end, recorded) <= 0) begin(job);
  };

  try {
    for (;;) {
      // One more is made while those before it are recorded.
      beginMore();
      await recordMade();
      if (await isBehind()) {
        while (underway().length > 0) {
          await Promise.all(underway());
          await recordMade();
        }
        await catchUp();
      }
      if (window.length === 0) return;
      beginMore();
      // All may have been made while that was recorded.
      if (underway().length > 0) await Promise.race(underway());
    }
  } finally {
    await Promise.allSettled(underway());
  }
}
