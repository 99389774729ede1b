import { z } from 'zod';
import { loopFiles } from '../loop-files.ts';
import { sharedRunFields } from '../runs/start/run-request.ts';
import { defineLoopTool, rootInput } from './define-loop-tool.ts';
import { waitInput } from './run-fields.ts';
import { renderStarted, startedRunSchema } from './started-run.ts';

export const ralphUnderstand = defineLoopTool({
  name: 'ralph_understand',
  title: 'Understand the code base',
  description: `Starts a run that reads the repository topic by topic and writes what it finds to ${loopFiles.codebaseMap}, the only file it may change. Answers at once with run_id; follow it with ralph_run_status.`,
  category: 'run',
  effect: 'execute',
  aliases: ['ralph.understand'],
  input: z.strictObject({
    root: rootInput,
    ...sharedRunFields,
    allow_edits: z.literal(false).optional().describe('Always false: only the map may change.'),
    wait_s: waitInput('the run to end'),
  }),
  output: startedRunSchema,
  async handler(input, call) {
    const { startOverMcp } = await import('./start-over-mcp.ts');
    return startOverMcp(call, 'understand', input);
  },
  render: renderStarted,
});
