import type { CommandSpec } from '../../command.ts';
import { withApp } from '../../open-app.ts';
import { criteriaOf, readAnswers } from '../../project/criteria-answers.ts';
import {
  listOption,
  requiredList,
  requiredOption,
  taskArgument,
} from '../../project/read-input.ts';
import { taskIdArgument } from '../../project/task-options.ts';
import { show, toolAnswer } from '../../project/tool-answer.ts';

export const command: CommandSpec = {
  description:
    'Says what was done, what shows it, and for each acceptance criterion that it is met. A criterion is named by its place in "ralph task show", the first being 1, or in full.',
  arguments: [taskIdArgument],
  options: [
    {
      name: 'summary',
      value: 'TEXT',
      description: 'What was done, for whoever goes on (required)',
    },
    {
      name: 'evidence',
      value: 'TEXT',
      repeatable: true,
      description: 'What shows it: a command and its result, a commit (required)',
    },
    {
      name: 'met',
      value: 'CRITERION=EVIDENCE',
      repeatable: true,
      description: 'A criterion that is met, and what shows that',
    },
  ],
  examples: [
    {
      command: 'ralph task done 12 --summary "Rates are cached" --evidence "npm test: 41 passed"',
      does: 'Closes a task that has no criteria.',
    },
    {
      command:
        'ralph task done 12 --summary "Rates are cached" --evidence "commit 1a2b3c" --met "1=cache.test.ts passes"',
      does: 'Answers its first criterion too.',
    },
  ],
  run: (invocation) =>
    withApp(invocation, async (app) => {
      const id = taskArgument(invocation);
      const summary = requiredOption(invocation, 'summary', 'Say in a sentence what was done.');
      const evidence = requiredList(
        invocation,
        'evidence',
        'Name what shows it: a command and its result, a commit, a test.',
      );
      const { structured } = await toolAnswer(app, invocation, 'get_task', { id });
      const criteria = criteriaOf(structured);
      const criteria_results = readAnswers(id, criteria, listOption(invocation, 'met') ?? []);
      const input = { id, summary, evidence, criteria_results };
      const answer = await toolAnswer(app, invocation, 'complete_task', input);
      show(invocation, answer.structured, () => answer.text);
      return 0;
    }),
};
