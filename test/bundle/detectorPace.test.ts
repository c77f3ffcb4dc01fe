import { describe, expect, it } from 'vitest';
import type { Detector } from '../../origin/bundle/detector.ts';
import { detectors } from '../../origin/bundle/detectors.ts';
import { adversarial } from './adversarial.ts';
import { inspect } from './detectors/inspect.ts';

const size = 100 * 1024;
/** Milliseconds. */
const most = 100;

/** The best of three: a pause of the machine is not the detector's. */
function timeOf(detector: Detector, text: string, isUtf8: boolean): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && best >= most; tries += 1) {
    const started = performance.now();
    inspect(detector, text, { isUtf8 });
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

describe.each(detectors)('$id', (detector) => {
  it(`takes under ${most} ms for 100 KiB of anything`, () => {
    const slow = adversarial(size).flatMap(({ name, text, isUtf8 = true }) => {
      const took = timeOf(detector, text, isUtf8);
      return took < most ? [] : [`${name}: ${Math.round(took)} ms`];
    });
    expect(slow).toEqual([]);
  });
});
