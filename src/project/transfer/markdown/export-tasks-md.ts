import type { Feature, Task } from '../../model.ts';
import { keysOf } from '../task-key.ts';
import { type PrintedFeature, printTasks } from './print-tasks.ts';
import type { FieldName, FieldValue } from './task-fields.ts';

/** The tasks of these features as a Markdown list; `tasks` are all there are, so that links have names. */
export function tasksAsMarkdown(features: readonly Feature[], tasks: readonly Task[]): string {
  const keys = keysOf(tasks);
  const nameOf = (id: number) => keys.get(id) ?? `T-${id}`;
  return printTasks(
    features.map(({ name, display_name, description }) => ({
      heading: { text: display_name, key: name },
      description,
      tasks: tasks.filter((task) => task.feature === name).map((task) => printedTask(task, nameOf)),
    })),
  );
}

function printedTask(task: Task, nameOf: (id: number) => string): PrintedFeature['tasks'][number] {
  const met = new Set(task.criteria_results.filter((r) => r.met).map((r) => r.criterion));
  const said = (value: string) => (value === '' ? undefined : value);
  const some = (values: readonly string[]) => (values.length === 0 ? undefined : values);
  const fields: readonly (readonly [FieldName, FieldValue | null | undefined])[] = [
    ['description', said(task.description)],
    ['discipline', task.discipline],
    ['status', task.status === 'done' || task.status === 'pending' ? undefined : task.status],
    ['reason', said(task.status_reason)],
    ['priority', task.priority === 'medium' ? undefined : task.priority],
    ['position', task.position],
    ['depends on', some(task.depends_on.map(nameOf))],
    ['tags', some(task.tags)],
    ['files', some(task.context_files)],
    ['outputs', some(task.output_artifacts)],
    ['turns', task.estimated_turns],
    ['hints', said(task.hints)],
    ['pseudocode', said(task.pseudocode)],
    ['summary', said(task.summary)],
    ['evidence', some(task.evidence)],
    ['criteria results', task.criteria_results.length > 0 ? task.criteria_results : undefined],
    ['reopening asked', said(task.reopen_requested)],
    ['found while doing', task.discovered_from === null ? null : nameOf(task.discovered_from)],
    ['replaced by', some(task.superseded_by.map(nameOf))],
    ['provenance', task.provenance === 'human' ? undefined : task.provenance],
    ['external data', Object.keys(task.external_data).length > 0 ? task.external_data : undefined],
  ];
  return {
    checked: task.status === 'done',
    title: task.title,
    key: nameOf(task.id),
    criteria: task.acceptance_criteria.map((text) => ({ text, met: met.has(text) })),
    values: new Map(
      fields.flatMap(([name, value]) =>
        value === undefined || value === null ? [] : [[name, value]],
      ),
    ),
  };
}
