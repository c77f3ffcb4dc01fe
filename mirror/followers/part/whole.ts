/** Skills that are asked for whole, as packs of the pass that found them chosen. */
import { setTimeout as wait } from 'node:timers/promises';
import { mostWhole } from '../../../origin/contract/subjects/selection.ts';
import type { Ask } from '../leader.ts';
import type { Pack } from '../pack/pack.ts';
import type { End } from '../pack/shapes.ts';

/**
 * Everything that the leader has of these skills. Each of these packs ends where the pass was, at `end`. Where the leader had `moved` on
 * by then, what it tells next has what changed meanwhile, so that they end as they are then.
 */
export async function* wholeSkills(
  ask: Ask,
  parse: (bytes: Uint8Array) => Promise<Pack>,
  ids: readonly number[],
  { end, pause, moved }: { end: End; pause: number; moved(): void },
): AsyncGenerator<Pack> {
  for (let start = 0; start < ids.length; start += mostWhole) {
    const some = ids.slice(start, start + mostWhole);
    for (let after: string | undefined; ; ) {
      const { head, items, end: reached } = await parse(await ask(after, some));
      yield { head: { ...head, isFull: false, isReset: false }, items, end: { ...end, isComplete: false } };
      if (reached.isComplete && reached.next !== end.next) moved();
      if (reached.isComplete) break;
      if (reached.next === after) await wait(pause);
      after = reached.next;
    }
  }
}
