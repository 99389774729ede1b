import { defineProjectTool } from '../define-project-tool.ts';
import { pageText, readFromEnd, readInput, readOutput } from '../state-files.ts';

export const readProgress = defineProjectTool({
  name: 'read_progress',
  title: 'Read progress',
  description: 'The end of .ralph/progress.txt; next_cursor leads to what stands before it.',
  category: 'state',
  effect: 'read',
  input: readInput,
  output: readOutput,
  handler: ({ cursor }, { root }) => readFromEnd(root, 'progress', cursor),
  render: pageText,
});
