import { ToolError } from '../../base/errors.ts';
import type { CriterionResult, Task, TaskRef } from '../model.ts';
import { excerpt } from './excerpt.ts';
import { isClosed, satisfiesDependents } from './status.ts';

/** Refuses to call a task done while something it waits for is not. */
export function refuseUnmetDependencies(task: Task, dependencies: readonly TaskRef[]): void {
  const unmet = dependencies.filter((dependency) => !satisfiesDependents(dependency.status));
  if (unmet.length === 0) return;
  const list = unmet.map(({ id, title, status }) => `#${id} "${title}" (${status})`).join(', ');
  throw new ToolError('conflict', `Task #${task.id} cannot be done before ${list}.`, {
    details: unmet.map(({ id, status }) => ({
      field: 'depends_on',
      message: `#${id} is ${status}`,
    })),
    hint: 'Finish those first, or report a blocker that names the one in the way.',
  });
}

/** Refuses to take up again what is being done in parts: it would be done twice. */
export function refuseOpenParts(task: Task, parts: readonly TaskRef[]): void {
  const open = parts.filter((part) => !isClosed(part.status));
  if (open.length === 0) return;
  throw new ToolError(
    'conflict',
    `Task #${task.id} was split, and ${open.map(({ id, status }) => `#${id} (${status})`).join(', ')} of its parts are open.`,
    { hint: 'Work on the parts, or skip them with a reason first.' },
  );
}

/** The answer to each criterion, in the task's own order; refuses what is unanswered, unknown or unmet. */
export function answeredCriteria(
  task: Task,
  answers: readonly CriterionResult[],
): CriterionResult[] {
  const known = new Set(task.acceptance_criteria);
  const unknown = answers.filter(({ criterion }) => !known.has(criterion));
  if (unknown.length > 0) {
    throw new ToolError(
      'invalid_argument',
      `Not a criterion of task #${task.id}: "${excerpt(unknown[0]?.criterion ?? '', 200)}".`,
      {
        details: [...known].map((criterion) => ({
          field: 'criteria_results',
          message: `a criterion: ${criterion}`,
        })),
        hint:
          known.size > 0
            ? 'Repeat the criteria of the task to the letter, as get_task shows them.'
            : 'The task has no criteria: leave criteria_results out.',
      },
    );
  }
  const given = new Map(answers.map((answer) => [answer.criterion, answer]));
  const open = task.acceptance_criteria.filter((criterion) => !given.get(criterion)?.met);
  if (open.length > 0) {
    throw new ToolError(
      'conflict',
      `Task #${task.id} has ${open.length === 1 ? '1 criterion that is' : `${open.length} criteria that are`} not answered as met.`,
      {
        details: open.map((criterion) => ({
          field: 'criteria_results',
          message: `${given.has(criterion) ? 'not met' : 'unanswered'}: ${criterion}`,
        })),
        hint: 'Meet each criterion, then answer each in complete_task with met: true and the evidence for it.',
      },
    );
  }
  return task.acceptance_criteria.flatMap((criterion) => given.get(criterion) ?? []);
}
