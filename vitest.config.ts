import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Our own environment names would leak into the configuration under test.
    env: { NO_COLOR: '1' },
    setupFiles: ['test/support/clean-environment.ts'],
  },
});
