import { defineConfig } from 'vitest/config';

/** They hold what a person waits for against bounds of time, so nothing else runs meanwhile. */
const timed = [
  'test/bundle/detectorPace.test.ts',
  'test/bundle/detectors.test.ts',
  'test/bundle/reader.test.ts',
  'test/bundle/scan.test.ts',
  'test/cli/syncPace.test.ts',
  'test/mirror/twin.test.ts',
  'test/scripts/account.test.ts',
  'test/scripts/moderation.test.ts',
  'test/scripts/pairing.test.ts',
  'test/scripts/signIn.test.ts',
  'test/scripts/start.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/globalSetup.ts'],
    setupFiles: ['test/setup.ts'],
    // Our modules keep no state, so files share them. That takes half the time, and state would show.
    isolate: false,
    // For what hangs; tests that hold a bound of time say so themselves.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/countReporter.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'timed', include: timed, maxWorkers: 1, sequence: { shuffle: true, groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'all others',
          include: ['test/**/*.test.ts'],
          exclude: timed,
          // One more than there are cores: many tests wait for programs, timers and disks.
          maxWorkers: 3,
          sequence: { shuffle: true, groupOrder: 1 },
        },
      },
    ],
  },
});
