import { addAbortSignal } from 'node:stream';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { readSource } from '../../read-source.ts';
import { textOption } from '../../read-values.ts';
import { renderPlanned } from '../../session/render-plan.ts';
import { styleFor } from '../../terminal/style.ts';
import { UsageError } from '../../usage-error.ts';

export const command: CommandSpec = {
  description:
    'Computes the tools and the prompt of a session, stores them, and writes the session file, .ralph/mcp/context.json and the MCP config that the agent is given. Nothing is started.',
  options: [
    { name: 'recipe', value: 'NAME', description: 'The kind of session (required)' },
    { name: 'discipline', value: 'NAME', description: 'Whose persona, servers and restrictions' },
    { name: 'feature', value: 'NAME', description: 'The feature that it is about' },
    {
      name: 'task',
      value: 'N',
      description: 'The task to work on; it brings its feature and discipline',
    },
    {
      name: 'input',
      value: 'TEXT',
      description: 'What the person says: the text, @file, or - for standard input',
    },
  ],
  examples: [
    {
      command: 'ralph session plan --recipe task_execution --task 7',
      does: 'A session that does one task.',
    },
    {
      command: 'ralph session plan --recipe braindump --input @notes.md',
      does: 'A session that turns notes into features and draft tasks.',
    },
    {
      command: 'ralph session plan --recipe opus_review --feature auth --json',
      does: 'The plan, its files and its token for HTTP, for a program.',
    },
  ],
  async run(invocation) {
    const recipe = textOption(invocation, 'recipe');
    if (recipe === undefined) {
      throw new UsageError('--recipe is missing.', {
        hint: 'Name the kind of session; "ralph session tools" shows the recipes.',
      });
    }
    const given = textOption(invocation, 'input');
    const source = given && {
      cwd: invocation.cwd,
      stdin: () => addAbortSignal(invocation.signal, process.stdin),
    };
    const request = {
      recipe,
      discipline: textOption(invocation, 'discipline'),
      feature: textOption(invocation, 'feature'),
      taskId: taskNumber(textOption(invocation, 'task')),
      input: source ? (await readSource('input', given, source)).text : undefined,
    };
    return withApp(invocation, async (app) => {
      const { planSession } = await import('../../../session/plan-session.ts');
      const { listedPlan } = await import('../../../session/session-files.ts');
      const planned = await planSession(app.sessions, request);
      const { plan, files, token } = planned;
      if (invocation.json) invocation.output.json({ ...listedPlan(plan), files, token });
      else invocation.output.line(renderPlanned(planned, styleFor(invocation)));
      return 0;
    });
  },
};

function taskNumber(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const id = /^#?(\d{1,9})$/.exec(given)?.[1];
  if (id !== undefined) return Number(id);
  throw new UsageError(`--task: "${given}" is not the number of a task.`, {
    hint: 'Give the number that "ralph task list" shows.',
  });
}
