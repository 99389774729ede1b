import { z } from 'zod';
import { defined } from '../../../base/defined.ts';
import { featureFields } from '../../feature-fields.ts';
import { requiredText, taskFields, text } from '../../fields.ts';
import { criterionResultSchema, provenances, statusSchema, type Task } from '../../model.ts';
import type { TaskFields } from '../../store/task-rows.ts';
import type { PlannedTask } from '../planned-task.ts';
import type { TransferProblem } from '../problem.ts';
import type { NamesWanted } from '../provide-names.ts';
import type { ParsedTasks } from './parse-tasks.ts';
import { type MarkdownFeature, type MarkdownTask, markdownFields } from './task-fields.ts';

const key = requiredText(200);
const longText = text(20_000);

/** What a file may give a task, by the task's own fields. */
const valuesSchema = z
  .strictObject({
    discipline: z.string().max(64),
    status: statusSchema,
    status_reason: longText,
    priority: taskFields.priority,
    position: z.int(),
    depends_on: z.array(key).max(100),
    tags: taskFields.tags,
    context_files: taskFields.context_files,
    output_artifacts: taskFields.output_artifacts,
    estimated_turns: taskFields.estimated_turns,
    hints: taskFields.hints,
    pseudocode: longText,
    summary: longText,
    evidence: z.array(requiredText(2_000)).max(30),
    criteria_results: z.array(criterionResultSchema).max(40),
    reopen_requested: longText,
    discovered_from: key,
    superseded_by: z.array(key).max(100),
    provenance: z.enum(provenances),
    external_data: z.record(z.string(), z.unknown()),
    description: taskFields.description,
    title: taskFields.title,
    acceptance_criteria: taskFields.acceptance_criteria,
    key,
  })
  .partial();
type Values = z.output<typeof valuesSchema>;

export interface MarkdownPlan {
  readonly planned: readonly PlannedTask[];
  readonly features: readonly NamesWanted[];
  readonly problems: readonly TransferProblem[];
}

/** Checks what was read and says what it means for tasks that are there already and for new ones. */
export function planTasks(parsed: ParsedTasks): MarkdownPlan {
  const problems = [...parsed.problems];
  const planned: PlannedTask[] = [];
  const features: NamesWanted[] = [];
  const places = new Map<string, string>();
  for (const feature of parsed.features) {
    const name = feature.heading && (feature.heading.key ?? nameFrom(feature.heading.text));
    if (name !== null && (feature.heading?.key || feature.tasks.length > 0)) {
      features.push(wantedFeature(name, feature, problems));
    }
    for (const task of feature.tasks) {
      const plan = planTask(task, name, problems);
      const twin = plan.key === null ? undefined : places.get(plan.key);
      if (twin)
        problems.push({ place: plan.place, message: `has the key of ${twin}: ${plan.key}` });
      else if (plan.key !== null) places.set(plan.key, plan.place);
      planned.push(plan);
    }
  }
  return { planned, features, problems };
}

function planTask(
  task: MarkdownTask,
  feature: string | null,
  problems: TransferProblem[],
): PlannedTask {
  const place = `line ${task.line}`;
  const values = readValues(task, place, problems);
  const {
    title: _,
    key: __,
    discipline,
    depends_on,
    superseded_by,
    discovered_from,
    ...plain
  } = values;
  if (!task.checked && values.status === 'done') {
    problems.push({ place, message: 'says "status: done" and is not ticked' });
  }
  const ticked = task.criteria?.filter(({ met }) => met) ?? [];
  const results = ticked.map((criterion) => ({
    criterion: criterion.text,
    met: true,
    evidence: 'Ticked in an imported file.',
  }));
  const said: TaskFields = {
    ...(results.length > 0 && { criteria_results: results }),
    ...defined(plain),
  };
  return {
    place,
    key: task.key,
    title: task.title,
    feature,
    discipline: discipline ?? null,
    fields: (existing) => ({ ...said, ...statusOf(task, values, existing) }),
    links: { depends_on, superseded_by, discovered_from },
  };
}

/** A tick is a word; an empty box is only the lack of one, and undoes nothing. */
function statusOf(
  { checked }: MarkdownTask,
  { status }: Values,
  existing: Task | undefined,
): Pick<TaskFields, 'status'> {
  if (checked) return { status: 'done' };
  if (status !== undefined) return { status };
  return existing ? {} : { status: 'pending' };
}

function readValues(task: MarkdownTask, place: string, problems: TransferProblem[]): Values {
  const given = Object.fromEntries(
    [...task.values].map(([name, value]) => [markdownFields[name].field, value]),
  );
  const parsed = valuesSchema.safeParse({
    ...given,
    title: task.title,
    ...(task.key !== null && { key: task.key }),
    ...(task.criteria && { acceptance_criteria: task.criteria.map((each) => each.text) }),
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    problems.push({ place: `${place}, ${writtenName(path)}`, message });
  }
  return {};
}

function writtenName([field]: readonly PropertyKey[]): string {
  const written = Object.entries(markdownFields).find(([, { field: name }]) => name === field);
  return written?.[0] ?? String(field).replaceAll('_', ' ');
}

function wantedFeature(
  name: string,
  { heading, description, line }: MarkdownFeature,
  problems: TransferProblem[],
): NamesWanted {
  const display_name = heading?.text ?? name;
  const { display_name: shown, description: about } = featureFields;
  for (const [what, parsed] of [
    ['heading', shown.safeParse(display_name)],
    ['description', about.safeParse(description)],
  ] as const) {
    for (const { message } of parsed.error?.issues ?? []) {
      problems.push({ place: `line ${line}, ${what}`, message });
    }
  }
  return { name, display_name, description };
}

/** `Sign-in form (new)` → `sign-in-form-new`. */
function nameFrom(heading: string): string {
  const words = heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-');
  return words.replace(/^[-_]+|-+$/g, '').slice(0, 64);
}
