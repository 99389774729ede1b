import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts', 'src/**/*.slow.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    // The slow suites measure memory and start agents: one at a time keeps them honest.
    fileParallelism: false,
    env: { NO_COLOR: '1' },
    setupFiles: ['test/support/clean-environment.ts'],
  },
});
