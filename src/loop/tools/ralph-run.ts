import { z } from 'zod';
import { sharedRunFields } from '../runs/start/run-request.ts';
import { defineLoopTool, rootInput } from './define-loop-tool.ts';
import { waitInput } from './run-fields.ts';
import { renderStarted, startedRunSchema } from './started-run.ts';

export const ralphRun = defineLoopTool({
  name: 'ralph_run',
  title: 'Run Ralph',
  description:
    'Starts a run: an agent in a loop on the prompt, the PRD or (tasks) the task queue, until gates prove the work done. Answers at once with run_id; the run goes on by itself: follow it with ralph_run_status. Files stay as they are unless allow_edits. One run per root; another gets "conflict".',
  category: 'run',
  effect: 'execute',
  aliases: ['ralph.run'],
  input: z.strictObject({
    root: rootInput,
    ...sharedRunFields,
    allow_edits: z
      .boolean()
      .optional()
      .describe('Let the run change files; otherwise every change is taken back.'),
    tasks: z.boolean().optional().describe('Work on the project tasks instead of PRD or prompt.'),
    wait_s: waitInput('the run to end'),
  }),
  output: startedRunSchema,
  async handler(input, call) {
    const { startOverMcp } = await import('./start-over-mcp.ts');
    return startOverMcp(call, 'run', input);
  },
  render: renderStarted,
});
