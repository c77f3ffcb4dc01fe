/** Joins segments that follow each other: one for each write would be many files. They are read, and so verified, for that. */
import { packSegment, readSegment, type Span, type Store, spanName, writeObject } from '../chains.ts';

/** Bytes of frames in an object at most. */
const largest = 8 * 1024 * 1024;

/** The joined one is there before its parts go. Rejects with `Damaged` where one is not as it was written. */
export async function joinSegments(store: Store, chain: number, from: number, to: number): Promise<void> {
  let joined: { span: Span; segments: Awaited<ReturnType<typeof readSegment>>[]; bytes: number } | undefined;
  const finish = async () => {
    if (!joined || joined.segments.length < 2) return;
    const { span, segments } = joined;
    const parts = segments.flatMap((segment) => segment.parts);
    const frames = Buffer.concat(segments.map((segment) => segment.frames));
    await writeObject(store, spanName(chain, span), packSegment({ parts, frames }));
    for (let one = span.first; one <= span.last; one += 1)
      await store.place.delete(spanName(chain, { first: one, last: one }));
  };
  for (let one = from; one <= to; one += 1) {
    const segment = await readSegment(store, chain, { first: one, last: one });
    if (joined && joined.bytes + segment.frames.length > largest) {
      await finish();
      joined = undefined;
    }
    joined ??= { span: { first: one, last: one }, segments: [], bytes: 0 };
    joined.span.last = one;
    joined.segments.push(segment);
    joined.bytes += segment.frames.length;
  }
  await finish();
}
