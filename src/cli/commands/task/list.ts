import { defined } from '../../../base/defined.ts';
import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { listPages } from '../../project/list-pages.ts';
import { taskLinesOf, taskTable } from '../../project/tables.ts';
import { disciplineOption, featureOption, statusOption } from '../../project/task-options.ts';
import { showStyled } from '../../project/tool-answer.ts';
import { textOption } from '../../read-values.ts';

export const command: CommandSpec = {
  reads: true,
  options: [
    statusOption,
    featureOption,
    disciplineOption,
    { name: 'all', description: 'Every task, not only the first fifty' },
  ],
  examples: [
    { command: 'ralph task list', does: 'The first fifty tasks.' },
    {
      command: 'ralph task list --status pending --feature auth --all',
      does: 'All that is still to be done for one feature.',
    },
    { command: 'ralph task list --all --json', does: 'Every task, for a program.' },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const input = defined({
        filter_status: textOption(invocation, 'status'),
        filter_feature: textOption(invocation, 'feature'),
        filter_discipline: textOption(invocation, 'discipline'),
      });
      const all = invocation.options.all === true;
      const list = { tool: 'list_tasks', rows: 'tasks', input, all };
      const answer = await listPages(app, invocation, list);
      showStyled(invocation, answer, () => {
        const tasks = taskLinesOf(answer);
        if (tasks.length === 0) return 'No tasks.';
        const more = answer.next_cursor === null ? '' : '\nThere are more: add --all.';
        return taskTable(tasks, invocation) + more;
      });
      return 0;
    }),
};
