import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts', 'src/**/*.slow.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    // Each file measures and starts processes of its own; more than two at a time would only time out.
    maxWorkers: 2,
    env: { NO_COLOR: '1' },
    globalSetup: ['test/support/whole-run.ts'],
    setupFiles: ['test/support/each-test-file.ts'],
  },
});
