import { type InitRequest, initProject } from '../scaffold/init-project.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What init writes, in its order. */
export const scaffold = [
  'ralph.yaml',
  'scripts/ralph/prompt.md',
  'scripts/ralph/prd.json',
  'scripts/ralph/prd_prompt.txt',
  'scripts/ralph/progress.txt',
  'scripts/ralph/codebase_map.md',
  'scripts/ralph/understand_prompt.md',
  '.ralph/ralph.schema.json',
  '.ralph/mcp/server.ts',
  '.gitignore',
];

/** A folder with nothing in it, as home and first on the PATH: what this machine has makes no difference. */
export const nowhere = temporaryFolder();
export const plainEnv = { PATH: `${nowhere}:/usr/bin:/bin`, HOME: nowhere };

/** Initialises a folder as the command would, with small stand-ins for what the application generates. */
export function init(root: string, more: Partial<InitRequest> = {}) {
  return initProject({
    root,
    env: plainEnv,
    configSchema: { type: 'object' },
    projectServer: async () => [{ path: '.ralph/mcp/server.ts', text: '// generated\n' }],
    ...more,
  });
}
