import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.slow.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Loading the product again for each of hundreds of files would cost more than the tests do. What a file leaves
    // behind in the process is put back by each-test-file.ts; module state is not, so fixtures keep none that matters.
    isolate: false,
    // Most tests wait for processes of their own, so a core need not be kept free for the runner.
    maxWorkers: '100%',
    // Our own environment names would leak into the configuration under test.
    env: { NO_COLOR: '1' },
    globalSetup: ['test/support/whole-run.ts'],
    setupFiles: ['test/support/each-test-file.ts'],
  },
});
