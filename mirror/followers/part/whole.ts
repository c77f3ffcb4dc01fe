/** Skills that are asked for whole, as packs of the pass that found them chosen. */
import { setTimeout as wait } from 'node:timers/promises';
import { mostWhole } from '../../../origin/contract/selection.ts';
import type { Ask } from '../leader.ts';
import type { End, Pack } from '../pack.ts';

/**
 * Everything that the leader has of these skills. What it tells next has whatever changes meanwhile, so that they end as they
 * are then: each of these packs ends where the pass was, at `end`.
 */
export async function* wholeSkills(
  ask: Ask,
  parse: (bytes: Uint8Array) => Promise<Pack>,
  ids: readonly number[],
  { end, pause }: { end: End; pause: number },
): AsyncGenerator<Pack> {
  for (let start = 0; start < ids.length; start += mostWhole) {
    const some = ids.slice(start, start + mostWhole);
    for (let after: string | undefined; ; ) {
      const { head, items, end: reached } = await parse(await ask(after, some));
      yield { head: { ...head, isFull: false, isReset: false }, items, end: { ...end, isComplete: false } };
      if (reached.isComplete) break;
      if (reached.next === after) await wait(pause);
      after = reached.next;
    }
  }
}
