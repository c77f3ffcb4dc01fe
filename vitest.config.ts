import { configDefaults, defineConfig } from 'vitest/config';
import CountReporter from './test/countReporter.ts';
import { leftOut } from './test/long.ts';
import LongestFirst from './test/longestFirst.ts';

const tests = process.env['TESTS'];
const without = leftOut(process.argv.slice(2), tests);

export default defineConfig({
  test: {
    // `npm run released` writes what a release needs; `npm run slow` has the tests that take minutes.
    include: [`test/**/*.${tests === undefined || tests === 'all' ? 'test' : tests}.ts`],
    exclude: [...configDefaults.exclude, ...without],
    globalSetup: ['test/globalSetup.ts'],
    setupFiles: ['test/setup.ts'],
    // Our modules keep no state, so files share them. That takes half the time, and state would show.
    isolate: false,
    sequence: { shuffle: true, sequencer: LongestFirst },
    // One more than there are cores: many tests wait for programs, timers and disks.
    maxWorkers: 3,
    // For what hangs: no test holds a bound of time, and a busy machine makes each of them many times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    reporters: ['default', new CountReporter(without.length)],
  },
});
