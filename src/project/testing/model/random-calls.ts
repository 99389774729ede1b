import fc from 'fast-check';
import { taskStatuses } from '../../rules/status.ts';
import { otherRules, readRules } from './other-rules.ts';
import { taskRules } from './task-rules.ts';
import type { Who, World } from './world.ts';

type Input = Readonly<Record<string, unknown>>;

/** One call: its input, which may depend on what is there by then, and what it does to the world. */
export interface RandomCall {
  readonly tool: string;
  readonly who: Who;
  input(world: World): Input;
  apply(world: World): void;
  /** How the input is spoilt, if it is: the call must then be refused whatever the rules say. */
  readonly damage: Damage | undefined;
}

export type Damage = (typeof damages)[number];
const damages = [
  'wrong type',
  'unknown field',
  'missing field',
  'huge text',
  'NUL',
  'half a character',
  'path outside',
  'not an id',
] as const;

const id = fc.integer({ min: 1, max: 9 });
const few = (value: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.uniqueArray(value, { maxLength: 2 }));
const ids = few(id);
// Names and texts that no rule takes for one another.
const feature = fc.constantFrom('alpha', 'alpha', 'alpha', 'bravo', 'bravo', 'kilo', 'zulu');
const discipline = fc.constantFrom('ops', 'design');
const title = fc.constantFrom('Write it', 'Test it', 'Ship it', 'write IT');
const said = fc.constantFrom('Red apples grow', 'Blue boats sail', 'Ночью холодно', 'a "quoted" ☃');
const fact = fc.constantFrom('Red apples grow', 'Red apples never grow', 'Blue boats sail far');
const criteria = fc.constantFrom([], ['It works'], ['It works', 'It is fast']);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const part = fc.record({
  title,
  depends_on: fc.array(fc.oneof(id, fc.constantFrom('$0', '$1', '$2')), { maxLength: 2 }),
});
const named = (name: fc.Arbitrary<string>) => fc.record({ name });
const nothing = fc.constant({});

const callers: fc.Arbitrary<Who> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ session: null, task: null, review: false }) },
  { weight: 1, arbitrary: fc.constant({ session: 'ses_review', task: null, review: true }) },
  { weight: 2, arbitrary: id.map((task) => ({ session: `ses_${task}`, task, review: false })) },
);

function call<Arguments extends object>(
  tool: string,
  given: fc.Arbitrary<Arguments>,
  rule: (world: World, who: Who, input: Arguments) => void,
  complete: (world: World, given: Arguments, who: Who) => Arguments = (_, given) => given,
): fc.Arbitrary<RandomCall> {
  const damage = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    fc.constantFrom(...damages),
  );
  return fc.record({ given, who: callers, damage }).map(({ given, who, damage }) => ({
    tool,
    who,
    damage,
    // Through JSON, as a client sends it: what is undefined is not there.
    input: (world) => JSON.parse(JSON.stringify(complete(world, given, who))),
    apply: (world) => rule(world, who, complete(world, given, who)),
  }));
}

/** Answers to all criteria of the task, or to one too few, or as not met. */
const answers = fc.constantFrom('all', 'all', 'none', 'unmet', 'invented');

/** The task that has the comment, if there is such a comment: two random numbers hardly ever fit. */
function onItsTask<Given extends { task_id: number; comment_id: number }>(
  world: World,
  given: Given,
): Given {
  return { ...given, task_id: world.comments.get(given.comment_id)?.task ?? given.task_id };
}

/** Every tool, with inputs that are well formed. */
export const randomCalls = {
  create_task: call(
    'create_task',
    fc.record({
      feature,
      discipline,
      title,
      status: fc.constantFrom('draft', 'pending', 'pending'),
      depends_on: ids,
      acceptance_criteria: criteria,
    }),
    taskRules.create_task,
  ),
  update_task: call(
    'update_task',
    fc.record({
      id,
      title: optional(title),
      depends_on: optional(ids),
      acceptance_criteria: optional(criteria),
    }),
    taskRules.update_task,
  ),
  enrich_task: call('enrich_task', fc.record({ id, pseudocode: said }), taskRules.enrich_task),
  set_task_status: call(
    'set_task_status',
    fc.record({
      id,
      status: fc.constantFrom(...taskStatuses),
      reason: optional(said),
      evidence: optional(fc.constant(['npm test: green'])),
    }),
    taskRules.set_task_status,
  ),
  complete_task: call(
    'complete_task',
    fc.record({
      id: optional(id),
      summary: said,
      evidence: fc.constant(['npm test: green']),
      criteria_results: answers.map((kind) => [
        { criterion: String(kind), met: true, evidence: 'e' },
      ]),
    }),
    taskRules.complete_task,
    (world, given, who) => {
      const kind: string = given.criteria_results[0]?.criterion ?? 'none';
      const own = world.tasks.get(given.id ?? who.task ?? 0)?.criteria ?? [];
      const asked = kind === 'none' ? [] : kind === 'invented' ? ['Invented'] : own;
      const met = kind !== 'unmet';
      return {
        ...given,
        criteria_results: asked.map((criterion) => ({ criterion, met, evidence: 'e' })),
      };
    },
  ),
  skip_task: call('skip_task', fc.record({ id, reason: said }), taskRules.skip_task),
  delete_task: call('delete_task', fc.record({ id }), taskRules.delete_task),
  spawn_subtasks: call(
    'spawn_subtasks',
    fc.record({ parent_id: id, tasks: fc.array(part, { minLength: 1, maxLength: 3 }) }),
    taskRules.spawn_subtasks,
  ),
  update_task_context: call(
    'update_task_context',
    fc.record({
      id: optional(id),
      add_hint: optional(said),
      add_context_files: fc.constant(['src/a.ts']),
      remove_context_files: optional(fc.constant(['src/never-there.ts'])),
    }),
    taskRules.update_task_context,
  ),
  report_blocker: call(
    'report_blocker',
    fc.record({
      id: optional(id),
      reason: said,
      suspect_task_id: optional(id),
      proposed_fix_task: optional(fc.record({ title })),
    }),
    taskRules.report_blocker,
  ),
  ask_human: call(
    'ask_human',
    fc.record({ id: optional(id), question: said, blocking: fc.boolean() }),
    taskRules.ask_human,
  ),
  signal_abort: call(
    'signal_abort',
    fc.record({ reason: said, kind: fc.constantFrom('rate_limit', 'wrong_task') }),
    taskRules.signal_abort,
  ),
  add_task_comment: call(
    'add_task_comment',
    fc.record({ task_id: id, body: said, author: optional(fc.constant('somebody else')) }),
    taskRules.add_task_comment,
  ),
  update_task_comment: call(
    'update_task_comment',
    fc.record({ task_id: id, comment_id: id, body: said }),
    taskRules.update_task_comment,
    onItsTask,
  ),
  delete_task_comment: call(
    'delete_task_comment',
    fc.record({ task_id: id, comment_id: id }),
    taskRules.delete_task_comment,
    onItsTask,
  ),
  create_feature: call(
    'create_feature',
    fc
      .record({ name: feature, dependencies: fc.uniqueArray(feature, { maxLength: 1 }) })
      .map((given) => ({ ...given, display_name: given.name })),
    otherRules.create_feature,
  ),
  update_feature: call(
    'update_feature',
    fc.record({ name: feature, dependencies: optional(fc.uniqueArray(feature, { maxLength: 2 })) }),
    otherRules.update_feature,
  ),
  delete_feature: call('delete_feature', named(feature), otherRules.delete_feature),
  append_feature_learning: call(
    'append_feature_learning',
    fc.record({ feature_name: feature, text: fact, task_id: optional(id) }),
    otherRules.append_feature_learning,
  ),
  add_feature_context_file: call(
    'add_feature_context_file',
    fc.record({ feature_name: feature, file_path: fc.constantFrom('src/a.ts', 'docs') }),
    otherRules.add_feature_context_file,
  ),
  merge_features: call(
    'merge_features',
    fc.record({ source: feature, target: feature, reason: said }),
    otherRules.merge_features,
  ),
  move_task_to_feature: call(
    'move_task_to_feature',
    fc.record({ task_ids: fc.uniqueArray(id, { minLength: 1, maxLength: 2 }), feature }),
    otherRules.move_task_to_feature,
  ),
  create_discipline: call(
    'create_discipline',
    fc
      .record({ name: discipline })
      .map(({ name }) => ({ name, display_name: name, icon: 'box', color: 'red' })),
    otherRules.create_discipline,
  ),
  update_discipline: call(
    'update_discipline',
    fc.record({ name: discipline, conventions: said }),
    otherRules.update_discipline,
  ),
  delete_discipline: call('delete_discipline', named(discipline), otherRules.delete_discipline),
  append_learning: call('append_learning', fc.record({ text: said }), otherRules.append_learning),
  append_progress: call('append_progress', fc.record({ text: said }), otherRules.append_progress),
  list_tasks: call(
    'list_tasks',
    fc.record({ filter_feature: optional(feature), filter_discipline: optional(discipline) }),
    readRules.list_tasks,
  ),
  get_task: call('get_task', fc.record({ id: optional(id) }), readRules.get_task),
  search_tasks: call(
    'search_tasks',
    fc.record({ query: said, filter_feature: optional(feature) }),
    readRules.search_tasks,
  ),
  get_dependency_details: call(
    'get_dependency_details',
    fc.record({ id: optional(id) }),
    readRules.get_dependency_details,
  ),
  list_features: call('list_features', nothing, readRules.list_features),
  get_feature: call('get_feature', named(feature), readRules.get_feature),
  get_feature_learnings: call(
    'get_feature_learnings',
    fc.record({ feature_name: feature, query: optional(said) }),
    readRules.get_feature_learnings,
  ),
  list_disciplines: call('list_disciplines', nothing, readRules.list_disciplines),
  get_discipline: call('get_discipline', named(discipline), readRules.get_discipline),
  get_project_info: call('get_project_info', nothing, readRules.get_project_info),
  get_project_progress: call('get_project_progress', nothing, readRules.get_project_progress),
  read_learnings: call('read_learnings', nothing, readRules.read_learnings),
  read_progress: call('read_progress', nothing, readRules.read_progress),
};
