import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/globalSetup.ts'],
    maxWorkers: 2,
    sequence: { shuffle: true },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/countReporter.ts'],
  },
});
