import type { Task } from '../../model.ts';
import { applyPlan } from '../apply-plan.ts';
import type { ImportOptions, ImportReport } from '../import-report.ts';
import type { Matcher, PlannedTask } from '../planned-task.ts';
import { refuseProblems } from '../problem.ts';
import { numberInKey } from '../task-key.ts';
import { parseTasks } from './parse-tasks.ts';
import { planTasks } from './plan-tasks.ts';

export async function importTasksMd(options: ImportOptions): Promise<ImportReport> {
  const { transfer, what } = options;
  const parsed = parseTasks(options.text);
  const { planned, features, problems } = planTasks(parsed);
  refuseProblems(what, problems);
  if (planned.length === 0) {
    const message = 'has no task: a task is a line like "- [ ] What is to be done"';
    refuseProblems(what, [{ place: 'the file', message }]);
  }
  const tasks = await transfer.tasks();
  const applied = await applyPlan({
    ...options,
    planned,
    tasks,
    features,
    match: matcher(tasks, options.feature),
    externalId: ({ key }) => key,
  });
  refuseProblems(what, applied.problems);
  const { report } = applied;
  return { ...report, notes: [...report.notes, ...ignoredNote(parsed.ignored)] };
}

/** By key; a task that has none here by its number; an item without a key by feature and title. */
function matcher(tasks: readonly Task[], defaultFeature: string | undefined): Matcher {
  return ({ key, feature, title }: PlannedTask) => {
    const place = feature ?? defaultFeature;
    if (key !== null) {
      const number = numberInKey(key);
      return (
        tasks.find((task) => task.external_id === key) ??
        tasks.find(
          (task) => task.id === number && task.external_id === null && task.feature === place,
        )
      );
    }
    const alike = tasks.filter((task) => task.feature === place && task.title === title);
    return alike.length === 1 ? alike[0] : undefined;
  };
}

function ignoredNote(lines: readonly number[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, 10).join(', ');
  return [
    `Passed over ${lines.length} lines that belong to no task: ${shown}${lines.length > 10 ? ', …' : ''}.`,
  ];
}
