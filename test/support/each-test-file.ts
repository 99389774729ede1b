import { afterAll } from 'vitest';
import { removeScratchFolders } from './scratch-folder.ts';

// Tests must see the defaults, not what the developer's shell happens to export.
const ours =
  /^(RALPH_|MAX_ITERATIONS$|PROMPT_FILE$|PRD_FILE$|SLEEP_SECONDS$|INTERACTIVE$|ALLOWED_PATHS$|AGENT_CMD$|MODEL$|MODEL_REASONING_EFFORT$)/;
for (const name of Object.keys(process.env)) if (ours.test(name)) delete process.env[name];

// Test files share a process: whatever one changes there, the next must not see.
const environment = { ...process.env };
const folder = process.cwd();
afterAll(() => {
  removeScratchFolders();
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
