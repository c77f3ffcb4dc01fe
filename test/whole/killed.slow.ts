import { expect, it } from 'vitest';
import { openWholeStory } from './story.ts';
import { hasWhole } from './whole.ts';

/** `npm run whole` kills two hundred. */
it.skipIf(!hasWhole)(
  'an origin, a mirror and the limiter are killed, nothing is lost, and nobody who reads notices',
  async () => {
    await using story = await openWholeStory();
    await story.kill(['origin’s program', 'mirror machine', 'redis']);
    expect(await story.look()).toEqual([]);
    expect(story.counts().kills).toBe(3);
  },
);
