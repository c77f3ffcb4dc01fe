/** The segments of a chain in their order, each of them proven to go on where the one before it ended. */
import {
  type Base,
  chainsIn,
  type Part,
  readBase,
  readSegment,
  type Span,
  type Store,
  spanName,
  spansOf,
} from '../chains.ts';
import { frameLength, isSum, type WalHeader, type WalPosition, walk } from '../log/wal.ts';
import { Damaged } from '../place/sealed.ts';

interface ReadPart {
  part: Part;
  frames: Buffer;
  /** The object that it stands in. */
  name: string;
}

/** Rejects with `Damaged`, which names the object, where one is changed, missing or does not follow. */
export async function* partsOf(store: Store, base: Base): AsyncGenerator<ReadPart> {
  const { chain } = base;
  const atLeast = await lastOf(store, base);
  let end: WalPosition = base.position;
  let spans = await spansOf(store.place, chain);
  for (let next = 1; ; ) {
    // A copy that goes on joins some meanwhile: then a segment is in another object, and more may follow.
    const known = spanWith(spans, next);
    if (!known) spans = await spansOf(store.place, chain);
    const span = known ?? spanWith(spans, next);
    if (!span) {
      if (next > Math.max(atLeast, ...spans.map(({ last }) => last))) return;
      throw new Damaged(spanName(chain, { first: next, last: next }), 'is missing');
    }
    const name = spanName(chain, span);
    const read = await readSegment(store, chain, span).catch(async (error: unknown) => {
      if (await store.place.get(name)) throw error;
      return undefined;
    });
    if (!read) {
      spans = (await spansOf(store.place, chain)).filter((other) => spanName(chain, other) !== name);
      if (spanWith(spans, next)) continue;
      throw new Damaged(name, 'is missing');
    }
    const { parts, frames } = read;
    if (parts.length !== span.last - span.first + 1) throw new Damaged(name, 'has other segments than its name says');
    let at = 0;
    for (const [index, part] of parts.entries()) {
      const bytes = frames.subarray(at, at + (part.to - part.from) * frameLength(base));
      at += bytes.length;
      if (span.first + index < next) continue;
      check(base, name, part, bytes, end);
      end = { salts: part.salts, frame: part.to, sum: part.after };
      next += 1;
      yield { part, frames: bytes, name };
    }
  }
}

const spanWith = (spans: readonly Span[], next: number): Span | undefined =>
  spans.find(({ first, last }) => first <= next && next <= last);

/** The last segment that there has to be, as far as the next chain knows. */
async function lastOf(store: Store, { chain }: Base): Promise<number> {
  const next = (await chainsIn(store.place)).find((number) => number > chain);
  if (next === undefined) return 0;
  const { previous } = await readBase(store, next).catch((error: unknown): Partial<Base> => {
    // That one is another chain's damage.
    if (error instanceof Damaged) return {};
    throw error;
  });
  return previous?.chain === chain ? previous.last : 0;
}

function check(base: Base, name: string, part: Part, bytes: Buffer, end: WalPosition): void {
  const goesOn = part.salts === end.salts && part.from === end.frame && isSum(part.before, end.sum);
  const beginsAgain = part.from === 0 && (part.salts !== end.salts || end.frame === 0);
  if (!goesOn && !beginsAgain) throw new Damaged(name, 'does not follow the segment before it');
  const header: WalHeader = { pageSize: base.pageSize, salts: part.salts, isBigEndian: base.isBigEndian, sum: [0, 0] };
  const walked = walk(header, { frame: part.from, sum: part.before }, bytes);
  if (walked.frame !== part.to || !isSum(walked.sum, part.after))
    throw new Damaged(name, 'has other frames than it says');
}
