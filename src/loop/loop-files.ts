/** Where a run's own files are in a user's repository, relative to its root. */
export const loopFiles = {
  config: 'ralph.yaml',
  prompt: 'scripts/ralph/prompt.md',
  prd: 'scripts/ralph/prd.json',
  prdPrompt: 'scripts/ralph/prd_prompt.txt',
  progress: 'scripts/ralph/progress.txt',
  codebaseMap: 'scripts/ralph/codebase_map.md',
  understandPrompt: 'scripts/ralph/understand_prompt.md',
  configSchema: '.ralph/ralph.schema.json',
  ignore: '.gitignore',
} as const;
