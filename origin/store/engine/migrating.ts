/** What a log is told while the schema is brought up to date: each step as it begins, and that a long one still runs. */
import type { OnStep } from '../schema/migrate.ts';
import type { Step } from '../schema/steps.ts';
import type { Tell } from './connections/presence.ts';

/** Milliseconds between two sentences about one step. */
const stillEvery = 5000;

/** Milliseconds between two sentences about what is waited for. */
const waitsEvery = 30_000;

interface Telling {
  onStep: OnStep;
  onWait(why: string): void;
  end(): void;
}

/** `what` is what has the schema. A database that is made, and not upgraded, is not worth a word. */
export function tellingSteps(what: string, tell: Tell): Telling {
  let current: { step: Step; since: number; done: number; total: number } | undefined;
  let isNew = false;
  let waited = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    if (!current) return;
    const { step, since, done, total } = current;
    const seconds = Math.round((performance.now() - since) / 1000);
    tell(
      'info',
      `migrates ${what}: still at step ${step.version} after ${seconds} s, statement ${done + 1} of ${total}`,
    );
  }, stillEvery);
  timer.unref();
  return {
    onStep: ({ step, done, total }) => {
      isNew ||= step.version === 1;
      if (isNew) return;
      if (current?.step !== step) {
        tell('info', `migrates ${what} to schema ${step.version}`);
        current = { step, since: performance.now(), done, total };
      }
      Object.assign(current, { done, total });
    },
    onWait: (why) => {
      if (performance.now() - waited < waitsEvery) return;
      waited = performance.now();
      tell('warn', `waits to migrate ${what}: ${why}`);
    },
    end: () => clearInterval(timer),
  };
}
