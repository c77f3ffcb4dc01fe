/** Suites that tell one story: each step goes on from the one before. */
import { afterEach, beforeEach, describe } from 'vitest';
import { shownNow } from './browser.ts';

/** Once a step failed, those after it are skipped: each would wait minutes for what can no longer come. */
const told =
  (suite: (name: string, options: { shuffle: false }, body: () => void) => unknown) =>
  (name: string, steps: () => void): void => {
    suite(name, { shuffle: false }, () => {
      let failed: string | undefined;
      beforeEach(({ skip }) => skip(failed !== undefined, `the step “${failed}” failed`));
      afterEach(async ({ task }) => {
        if (task.result?.state !== 'fail') return;
        failed ??= task.name;
        for (const shown of await shownNow()) console.error(shown);
      });
      steps();
    });
  };

export const describeStory = Object.assign(told(describe), {
  skipIf: (condition: unknown) => told(describe.skipIf(condition)),
});
