import { isClosed, type TaskStatus } from '../../rules/status.ts';
import {
  addComment,
  addTask,
  dependentsOf,
  link,
  mayReopen,
  move,
  refuseForeign,
  refuseIf,
  taskAt,
  taskGraph,
  type Who,
  type World,
} from './world.ts';

/** What each tool for tasks does to the world, given an input that is well formed. */
export const taskRules = {
  create_task(
    world: World,
    who: Who,
    input: {
      feature: string;
      discipline: string;
      title: string;
      status: TaskStatus;
      depends_on: readonly number[];
      acceptance_criteria: readonly string[];
    },
  ): void {
    const { feature, discipline, title, status, depends_on, acceptance_criteria } = input;
    refuseIf(!world.features.has(feature) || !world.disciplines.has(discipline));
    const twins = [...world.tasks.values()].filter(
      (task) =>
        task.feature === feature &&
        task.title.toLowerCase() === title.toLowerCase() &&
        !isClosed(task.status),
    );
    refuseIf(who.session !== null && twins.length > 0);
    refuseIf(depends_on.some((other) => !world.tasks.has(other)));
    const from = who.task !== null && world.tasks.has(who.task) ? who.task : null;
    const depends = [...new Set(depends_on)];
    addTask(world, {
      feature,
      discipline,
      title,
      status,
      depends,
      criteria: [...acceptance_criteria],
      from,
    });
  },

  update_task(
    world: World,
    _: Who,
    input: {
      id: number;
      title?: string | undefined;
      depends_on?: readonly number[] | undefined;
      acceptance_criteria?: readonly string[] | undefined;
    },
  ): void {
    const task = taskAt(world, input.id);
    const { title, depends_on, acceptance_criteria } = input;
    refuseIf(title === undefined && !depends_on && !acceptance_criteria);
    refuseIf(task.status === 'done' && Boolean(depends_on || acceptance_criteria));
    if (depends_on) task.depends = [...link(taskGraph(world), input.id, depends_on)];
    if (title !== undefined) task.title = title;
    if (acceptance_criteria) task.criteria = [...acceptance_criteria];
  },

  enrich_task(world: World, who: Who, { id }: { id: number }): void {
    refuseIf(taskAt(world, id).status !== 'draft');
    move(world, who, id, 'pending');
  },

  set_task_status(
    world: World,
    who: Who,
    input: {
      id: number;
      status: TaskStatus;
      reason?: string | undefined;
      evidence?: readonly string[] | undefined;
    },
  ): void {
    const { id, status, reason, evidence } = input;
    refuseForeign(who, id);
    const task = taskAt(world, id);
    if (isClosed(task.status) && task.status === status && task.reopen) {
      if (!mayReopen(who)) return;
      refuseIf(!reason);
      addComment(world, who, id, `Stays ${status}: ${reason}`);
      task.reopen = false;
      return;
    }
    refuseIf((status === 'skipped' || status === 'blocked') && !reason);
    refuseIf(status === 'done' && !evidence?.length);
    refuseIf(status === 'done' && task.criteria.length > 0 && !task.proven);
    move(world, who, id, status);
  },

  complete_task(
    world: World,
    who: Who,
    input: {
      id?: number | undefined;
      summary: string;
      criteria_results: { criterion: string; met: boolean }[];
    },
  ): void {
    const id = input.id ?? who.task ?? 0;
    const task = taskAt(world, id);
    refuseForeign(who, id);
    const met = input.criteria_results.filter((one) => one.met).map((one) => one.criterion);
    refuseIf(input.criteria_results.some((one) => !task.criteria.includes(one.criterion)));
    refuseIf(task.criteria.some((criterion) => !met.includes(criterion)));
    const wasDone = task.status === 'done';
    move(world, who, id, 'done');
    if (wasDone) return;
    task.proven = true;
    addComment(world, who, id, input.summary);
  },

  skip_task(world: World, who: Who, { id, reason }: { id: number; reason: string }): void {
    refuseForeign(who, id);
    const wasSkipped = taskAt(world, id).status === 'skipped';
    move(world, who, id, 'skipped');
    if (!wasSkipped) addComment(world, who, id, `Skipped: ${reason}`);
  },

  delete_task(world: World, _: Who, { id }: { id: number }): void {
    const task = taskAt(world, id);
    refuseIf(task.status === 'in_progress' || dependentsOf(world, id).length > 0);
    for (const other of world.tasks.values()) {
      refuseIf(other.from === id || other.parts.includes(id));
    }
    world.tasks.delete(id);
    for (const [comment, { task: of }] of world.comments) {
      if (of === id) world.comments.delete(comment);
    }
  },

  spawn_subtasks(
    world: World,
    who: Who,
    input: {
      parent_id: number;
      tasks: { title: string; depends_on: readonly (number | string)[] }[];
    },
  ): void {
    const { parent_id, tasks } = input;
    refuseForeign(who, parent_id);
    const parent = taskAt(world, parent_id);
    refuseIf(isClosed(parent.status));
    const { feature, discipline, status } = parent;
    const ids = tasks.map(({ title }) =>
      addTask(world, {
        title,
        feature,
        discipline,
        status: status === 'draft' ? 'draft' : 'pending',
        from: parent_id,
      }),
    );
    const places = tasks.map(({ depends_on }) =>
      depends_on.filter((ref) => typeof ref === 'string').map((ref) => Number(ref.slice(1))),
    );
    for (const [place, { depends_on }] of tasks.entries()) {
      const siblings = places[place] ?? [];
      refuseIf(siblings.some((sibling) => sibling >= tasks.length || sibling === place));
      const others = depends_on.filter((ref) => typeof ref === 'number');
      refuseIf(others.includes(parent_id));
      const inherited = siblings.length === 0 ? parent.depends : [];
      const all = [...siblings.map((sibling) => ids[sibling] ?? 0), ...others, ...inherited];
      const id = ids[place] ?? 0;
      taskAt(world, id).depends = [...link(taskGraph(world), id, all)];
    }
    const waitedFor = new Set(places.flat());
    const leaves = ids.filter((__, place) => !waitedFor.has(place));
    for (const other of dependentsOf(world, parent_id)) {
      const task = taskAt(world, other);
      const rest = task.depends.filter((one) => one !== parent_id);
      task.depends = [...link(taskGraph(world), other, [...rest, ...leaves])];
    }
    move(world, who, parent_id, 'skipped');
    parent.parts = ids;
  },

  update_task_context(
    world: World,
    who: Who,
    input: { id?: number | undefined; remove_context_files?: readonly string[] | undefined },
  ): void {
    const id = input.id ?? who.task ?? 0;
    taskAt(world, id);
    refuseForeign(who, id);
    // The random calls always add something, and only ask to remove files that no task has.
    refuseIf(input.remove_context_files !== undefined);
  },

  report_blocker(
    world: World,
    who: Who,
    input: {
      id?: number | undefined;
      reason: string;
      suspect_task_id?: number | undefined;
      proposed_fix_task?: { title: string } | undefined;
    },
  ): void {
    const id = input.id ?? who.task ?? 0;
    const task = taskAt(world, id);
    refuseForeign(who, id);
    const { reason, suspect_task_id: suspect, proposed_fix_task: fix } = input;
    refuseIf(suspect === id);
    move(world, who, id, 'blocked');
    addComment(world, who, id, suspect ? `${reason} (suspect: #${suspect})` : reason);
    if (suspect) taskAt(world, suspect).reopen = true;
    const { feature, discipline } = task;
    if (fix) addTask(world, { title: fix.title, feature, discipline, from: id });
  },

  ask_human(
    world: World,
    who: Who,
    input: { id?: number | undefined; question: string; blocking: boolean },
  ): void {
    const id = input.id ?? who.task ?? 0;
    taskAt(world, id);
    refuseForeign(who, id);
    addComment(world, who, id, input.question);
    if (input.blocking) move(world, who, id, 'needs_input');
  },

  signal_abort(_: World, who: Who): void {
    refuseIf(who.session === null);
  },

  add_task_comment(world: World, who: Who, input: { task_id: number; body: string }): void {
    const { task_id, body } = input;
    taskAt(world, task_id);
    if (who.task !== null && who.task !== task_id) {
      const own = who.task;
      const { feature, depends } = taskAt(world, own);
      const next = [...world.tasks]
        .filter(([id, task]) => id > own && task.feature === feature && !isClosed(task.status))
        .map(([id]) => id)
        .sort((a, b) => a - b)
        .slice(0, 5);
      refuseIf(![...depends, ...dependentsOf(world, own), ...next].includes(task_id));
    }
    addComment(world, who, task_id, body);
  },

  update_task_comment(
    world: World,
    who: Who,
    input: { task_id: number; comment_id: number; body: string },
  ): void {
    ownComment(world, who, input).body = input.body;
  },

  delete_task_comment(
    world: World,
    who: Who,
    input: { task_id: number; comment_id: number },
  ): void {
    ownComment(world, who, input);
    world.comments.delete(input.comment_id);
  },
};

function ownComment(world: World, who: Who, input: { task_id: number; comment_id: number }) {
  taskAt(world, input.task_id);
  const comment = world.comments.get(input.comment_id);
  refuseIf(comment?.task !== input.task_id);
  refuseIf(who.session !== null && comment?.session !== who.session);
  return comment ?? { body: '' };
}
