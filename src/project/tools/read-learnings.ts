import { defineProjectTool } from '../define-project-tool.ts';
import { pageText, readFromEnd, readInput, readOutput } from '../state-files.ts';

export const readLearnings = defineProjectTool({
  name: 'read_learnings',
  title: 'Read learnings',
  description: 'The end of .ralph/learnings.txt; next_cursor leads to what stands before it.',
  category: 'state',
  effect: 'read',
  input: readInput,
  output: readOutput,
  handler: ({ cursor }, { root }) => readFromEnd(root, 'learnings', cursor),
  render: pageText,
});
