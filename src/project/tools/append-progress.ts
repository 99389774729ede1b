import { defineProjectTool } from '../define-project-tool.ts';
import { appendEntry, appendedText, appendInput, appendOutput } from '../state-files.ts';

export const appendProgress = defineProjectTool({
  name: 'append_progress',
  title: 'Append progress',
  description: 'Adds one entry to .ralph/progress.txt: what was done and what comes next.',
  category: 'state',
  effect: 'create',
  input: appendInput,
  output: appendOutput,
  handler: ({ text }, call) => appendEntry(call, 'progress', text),
  render: appendedText,
});
