import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts', 'src/**/*.slow.test.ts'],
    // Hundreds of megabytes of agents from npm: `npm run test:agents` installs and runs them.
    exclude: process.env.RALPH_LIVE_AGENTS ? [] : ['test/slow/agents-live*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    // The slow suites measure memory and start agents: one at a time keeps them honest.
    fileParallelism: false,
    env: { NO_COLOR: '1' },
    setupFiles: ['test/support/clean-environment.ts'],
  },
});
