import { describe, expect, it } from 'vitest';
import { detectors } from '../../origin/scan/detectors.ts';
import { adversarial } from '../bundle/adversarial.ts';
import { computing } from '../pace.ts';
import { inspect } from './detectors/inspect.ts';

const size = 100 * 1024;
/** Milliseconds. */
const most = 100;

describe.each(detectors)('$id', (detector) => {
  it(`takes under ${most} ms for 100 KiB of anything`, async () => {
    const slow: string[] = [];
    for (const { name, text, isText = true } of adversarial(size)) {
      const took = await computing(() => inspect(detector, text, { isText }), { enough: most });
      if (took >= most) slow.push(`${name}: ${Math.round(took)} ms`);
    }
    expect(slow).toEqual([]);
  });
});
