import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.slow.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Most tests wait for processes of their own, so a core need not be kept free for the runner.
    maxWorkers: '100%',
    // Our own environment names would leak into the configuration under test.
    env: { NO_COLOR: '1' },
    setupFiles: ['test/support/clean-environment.ts'],
  },
});
