import type { z } from 'zod';
import type { Task, TaskRef } from './model.ts';
import type { commentSchema } from './views.ts';

/** A task with what surrounds it. */
export interface TaskAnswer {
  readonly task: Task;
  readonly comments: readonly z.output<typeof commentSchema>[];
  readonly dependencies: readonly (TaskRef & { readonly last_handoff: string | null })[];
  readonly dependents: readonly TaskRef[];
  readonly open_questions: readonly { readonly id: number; readonly question: string }[];
}

/** What shortens an answer, in the order in which it is done: the task's own words go last, its criteria after all. */
const steps: readonly {
  readonly cuts: readonly string[];
  apply(answer: TaskAnswer): TaskAnswer;
}[] = [
  {
    cuts: ['comments', 'dependencies', 'open_questions'],
    apply: (answer) => around(answer, 1_500),
  },
  { cuts: ['task.external_data'], apply: (answer) => own(answer, { external_data: {} }) },
  { cuts: ['comments', 'dependencies', 'open_questions'], apply: (answer) => around(answer, 300) },
  { cuts: ['task.criteria_results', 'task.evidence'], apply: (answer) => proof(answer, 200) },
  { cuts: ['dependencies', 'dependents'], apply: (answer) => neighbours(answer, 20) },
  { cuts: ['task.context_files', 'task.output_artifacts'], apply: (answer) => files(answer, 20) },
  {
    cuts: ['task.description', 'task.pseudocode', 'task.hints'],
    apply: (answer) => words(answer, 4_000),
  },
  {
    cuts: ['task.description', 'task.pseudocode', 'task.hints'],
    apply: (answer) => words(answer, 400),
  },
  {
    cuts: ['task.criteria_results', 'task.evidence'],
    apply: (answer) => own(answer, { criteria_results: [], evidence: [] }),
  },
  {
    cuts: ['comments', 'dependencies', 'open_questions'],
    apply: (answer) => neighbours(around(answer, 100), 5),
  },
  { cuts: ['task.context_files', 'task.output_artifacts'], apply: (answer) => files(answer, 3) },
  {
    cuts: ['task.acceptance_criteria'],
    apply: (answer) =>
      own(answer, { acceptance_criteria: answer.task.acceptance_criteria.map((c) => cut(c, 200)) }),
  },
];

/** The answer within `bytes` of JSON, and the names of the parts that were shortened for it. */
export function withinBytes(
  answer: TaskAnswer,
  bytes: number,
): { readonly answer: TaskAnswer; readonly cut: readonly string[] } {
  let short = answer;
  const cuts = new Set<string>();
  for (const step of steps) {
    if (Buffer.byteLength(JSON.stringify(short)) <= bytes) break;
    const next = step.apply(short);
    if (JSON.stringify(next) !== JSON.stringify(short))
      for (const name of step.cuts) cuts.add(name);
    short = next;
  }
  return { answer: short, cut: [...cuts] };
}

function around(answer: TaskAnswer, length: number): TaskAnswer {
  return {
    ...answer,
    comments: answer.comments.map((comment) => ({ ...comment, body: cut(comment.body, length) })),
    dependencies: answer.dependencies.map((dependency) => ({
      ...dependency,
      last_handoff: dependency.last_handoff === null ? null : cut(dependency.last_handoff, length),
    })),
    open_questions: answer.open_questions.map(({ id, question }) => ({
      id,
      question: cut(question, length),
    })),
  };
}

function neighbours(answer: TaskAnswer, count: number): TaskAnswer {
  return {
    ...answer,
    dependencies: answer.dependencies.slice(0, count),
    dependents: answer.dependents.slice(0, count),
    open_questions: answer.open_questions.slice(0, count),
  };
}

function proof(answer: TaskAnswer, length: number): TaskAnswer {
  const { evidence, criteria_results } = answer.task;
  return own(answer, {
    evidence: evidence.map((text) => cut(text, length)),
    criteria_results: criteria_results.map((result) => ({
      ...result,
      evidence: cut(result.evidence, length),
    })),
  });
}

function files(answer: TaskAnswer, count: number): TaskAnswer {
  const { context_files, output_artifacts } = answer.task;
  return own(answer, {
    context_files: context_files.slice(0, count),
    output_artifacts: output_artifacts.slice(0, count),
  });
}

function words(answer: TaskAnswer, length: number): TaskAnswer {
  const { description, pseudocode, hints, summary, status_reason, reopen_requested } = answer.task;
  return own(answer, {
    description: cut(description, length),
    pseudocode: cut(pseudocode, length),
    hints: cut(hints, length),
    summary: cut(summary, length),
    status_reason: cut(status_reason, length),
    reopen_requested: cut(reopen_requested, length),
  });
}

function own(answer: TaskAnswer, fields: Partial<Task>): TaskAnswer {
  return { ...answer, task: { ...answer.task, ...fields } };
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
