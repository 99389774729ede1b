import type { Task } from './model.ts';

/** A task as a reader wants it: what is set, in the order in which it is needed. */
export function taskText(task: Task): string {
  const list = (title: string, values: readonly string[]) =>
    values.length > 0 ? [`${title}:`, ...values.map((value) => `  - ${value}`)] : [];
  const line = (title: string, value: string | number | null) =>
    value === null || value === '' ? [] : [`${title}: ${value}`];
  const numbers = (ids: readonly number[]) => ids.map((id) => `#${id}`).join(', ');
  return [
    `#${task.id} [${task.status}] ${task.title}`,
    `${task.feature} / ${task.discipline}, priority ${task.priority}`,
    ...line('Status reason', task.status_reason),
    ...line('Reopening asked for', task.reopen_requested),
    ...line('Replaced by', numbers(task.superseded_by)),
    ...line('Found while doing', task.discovered_from && `#${task.discovered_from}`),
    ...line('Description', task.description),
    ...list('Acceptance criteria', task.acceptance_criteria),
    ...line('Pseudocode', task.pseudocode),
    ...line('Hints', task.hints),
    ...list('Context files', task.context_files),
    ...list('Output artifacts', task.output_artifacts),
    ...line('Tags', task.tags.join(', ')),
    ...line('Estimated turns', task.estimated_turns),
    ...line('Summary', task.summary),
    ...list('Evidence', task.evidence),
  ].join('\n');
}
