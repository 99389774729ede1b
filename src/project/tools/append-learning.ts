import { defineProjectTool } from '../define-project-tool.ts';
import { appendEntry, appendedText, appendInput, appendOutput } from '../state-files.ts';

export const appendLearning = defineProjectTool({
  name: 'append_learning',
  title: 'Append learning',
  description:
    'Adds one entry to .ralph/learnings.txt: what every later session of the project must know.',
  category: 'state',
  effect: 'create',
  input: appendInput,
  output: appendOutput,
  handler: ({ text }, call) => appendEntry(call, 'learnings', text),
  render: appendedText,
});
