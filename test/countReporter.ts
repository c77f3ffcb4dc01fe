/** Ends a run with what it left out, and one plain line of counts, for programs that read the output. */
import type { Reporter, TestModule } from 'vitest/node';

export default class CountReporter implements Reporter {
  readonly #leftOut: string;

  /** `leftOut`: how many files. */
  constructor(leftOut: number) {
    this.#leftOut =
      leftOut > 0 ? `\nLeft out: ${leftOut} files of tests that take longer. npm run test:all runs them.\n` : '';
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const results = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of results) if (state !== 'pending') counts[state] += 1;
      if (results.length === 0 && !module.ok()) counts.failed += 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
    process.on('exit', () =>
      process.stdout.write(`${this.#leftOut}\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`),
    );
  }
}
