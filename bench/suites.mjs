/**
 * Every suite of `npm run bench`: what it measures, and the module whose `run(options)` answers with rows. A row
 * compares us with a baseline that was measured in the same run; `frame/rows.mjs` says what it holds.
 */
export const suites = {
  startup: {
    about: 'starting ralph, against a minimal MCP server and bare Node',
    load: () => import('./startup.mjs'),
  },
  project: {
    about: 'project tools at 10,000 tasks, against plain SQL',
    load: () => import('./project.mjs'),
  },
  loop: {
    about: 'one iteration of a run, against a bare shell loop',
    load: () => import('./loop.mjs'),
  },
  retrieval: {
    about: 'finding context, against BM25 and a fixed fusion',
    load: () => import('./retrieval.mjs'),
  },
  scale: {
    about: 'the context store as it grows, against sqlite-vec',
    load: () => import('./scale.mjs'),
  },
  tools: {
    about: 'finding tools, against the best of five searches',
    load: () => import('./tools.mjs'),
  },
  tiers: {
    about: 'reading the catalog of 4,000 tools, against listing all of them',
    load: () => import('./tiers.mjs'),
  },
  gateway: {
    about: 'calls through the catalog, against direct calls',
    load: () => import('./gateway.mjs'),
  },
  ab: {
    about: 'runs with context, against the same without (simulated)',
    load: () => import('./ab.mjs'),
  },
};
