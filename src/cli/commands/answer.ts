import type { Question } from '../../project/model.ts';
import type { ProjectStore } from '../../project/store/project-store.ts';
import { taskLineOf } from '../../project/tools/task-line.ts';
import { taskLineText } from '../../project/views.ts';
import type { CommandSpec, Invocation } from '../command.ts';
import { wordsArgument } from '../project/read-input.ts';
import { table } from '../project/tables.ts';
import { show, showStyled } from '../project/tool-answer.ts';
import { withStore } from '../project/with-project.ts';
import { UsageError } from '../usage-error.ts';

export const command: CommandSpec = {
  reads: true,
  description:
    'Without arguments it lists the open questions. An answer goes to the next session of the task; a task that waited for it can be taken again.',
  arguments: [
    { name: 'question', description: 'Number of the question' },
    { name: 'text', description: 'The answer', variadic: true },
  ],
  examples: [
    { command: 'ralph answer', does: 'The questions that are open.' },
    { command: 'ralph answer 3 "Use the staging database"', does: 'Answers question 3.' },
  ],
  async run(invocation) {
    const { question } = invocation.args;
    if (typeof question !== 'string') return listQuestions(invocation);
    const id = /^#?([1-9]\d{0,14})$/.exec(question)?.[1];
    const text = wordsArgument(invocation, 'text').join(' ');
    if (id === undefined) {
      throw new UsageError(`"${question}" is not the number of a question.`, {
        hint: 'Run "ralph answer" alone to see the open questions with their numbers.',
      });
    }
    if (text.trim() === '') {
      throw new UsageError('The answer is missing.', {
        hint: `Write it after the number: ralph answer ${id} "Yes, go on".`,
      });
    }
    return withStore(invocation, 'ralph answer', async (store, { now }) => {
      const { answerQuestion } = await import('../../project/answer-question.ts');
      const answered = await answerQuestion(store, { id: Number(id), text, now });
      const task = answered.task && taskLineOf(answered.task);
      show(invocation, { question: answered.question, task }, () =>
        [`Answered question ${id}.`, ...(task ? [taskLineText(task)] : [])].join('\n'),
      );
      return 0;
    });
  },
};

function listQuestions(invocation: Invocation): Promise<number> {
  return withStore(
    invocation,
    'ralph answer',
    async (store) => {
      const questions = await store.questions.open();
      const titles = await titlesOf(store, questions);
      const titled = questions.map(({ answer: _, answered_by, answered_at, ...question }) => ({
        ...question,
        task_title: titles.get(question.task_id ?? 0) ?? null,
      }));
      showStyled(invocation, { questions: titled }, () => {
        if (titled.length === 0) return 'No open questions.';
        const rows = titled.map(({ id, task_id, task_title, blocking, question }) => [
          String(id),
          task_id === null ? '' : `#${task_id} ${task_title ?? ''}`,
          blocking ? 'yes' : 'no',
          question,
        ]);
        return table(['QUESTION', 'TASK', 'WAITS', 'TEXT'], rows, invocation, { wrap: true });
      });
      return 0;
    },
    { readOnly: true },
  );
}

async function titlesOf(
  store: ProjectStore,
  questions: readonly Question[],
): Promise<ReadonlyMap<number, string>> {
  const ids = questions.flatMap(({ task_id }) => task_id ?? []);
  return new Map((await store.tasks.refs(ids)).map(({ id, title }) => [id, title]));
}
