import { isClosed, mayFollow, satisfiesDependents, type TaskStatus } from '../../rules/status.ts';

/** A project as simply as it can be said: what the database must agree with after any calls. */
export interface World {
  readonly tasks: Map<number, ModelTask>;
  readonly features: Map<string, string[]>;
  readonly disciplines: Set<string>;
  readonly comments: Map<number, { task: number; body: string; session: string | null }>;
  readonly learnings: { feature: string; text: string; hits: number }[];
  /** Numbers are given once, also when what had them is gone. */
  readonly last: { task: number; comment: number };
}

export interface ModelTask {
  feature: string;
  discipline: string;
  title: string;
  status: TaskStatus;
  depends: number[];
  criteria: string[];
  /** Every criterion was answered when it was completed. */
  proven: boolean;
  parts: number[];
  from: number | null;
  reopen: boolean;
}

/** Who calls: a person, a worker with its task, or a review. */
export interface Who {
  readonly session: string | null;
  readonly task: number | null;
  readonly review: boolean;
}

/** Thrown by the rules of the model for every call that must be refused. */
export class Refused extends Error {}

export function refuseIf(condition: boolean): void {
  if (condition) throw new Refused();
}

export function emptyWorld(): World {
  return {
    tasks: new Map(),
    features: new Map(),
    disciplines: new Set(),
    comments: new Map(),
    learnings: [],
    last: { task: 0, comment: 0 },
  };
}

export function taskAt(world: World, id: number | null | undefined): ModelTask {
  const task = world.tasks.get(id ?? 0);
  if (!task) throw new Refused();
  return task;
}

export function addTask(world: World, task: Partial<ModelTask> & Pick<ModelTask, 'title'>): number {
  world.last.task += 1;
  world.tasks.set(world.last.task, {
    feature: '',
    discipline: '',
    status: 'draft',
    depends: [],
    criteria: [],
    proven: false,
    parts: [],
    from: null,
    reopen: false,
    ...task,
  });
  return world.last.task;
}

export function addComment(world: World, who: Who, task: number, body: string): void {
  world.last.comment += 1;
  world.comments.set(world.last.comment, { task, body, session: who.session });
}

export function dependentsOf(world: World, id: number): number[] {
  return [...world.tasks].filter(([, task]) => task.depends.includes(id)).map(([other]) => other);
}

/** Sessions with a task of their own may touch no other. */
export function refuseForeign(who: Who, id: number): void {
  refuseIf(who.task !== null && who.task !== id);
}

export function mayReopen(who: Who): boolean {
  return who.session === null || who.review;
}

/** The one way a status changes. */
export function move(world: World, who: Who, id: number, to: TaskStatus): void {
  const task = taskAt(world, id);
  if (task.status === to) return;
  refuseIf(!mayFollow(task.status, to));
  if (isClosed(task.status)) {
    refuseIf(!mayReopen(who));
    refuseIf(task.parts.some((part) => isOpen(world, part)));
    task.parts = [];
    task.proven = false;
  }
  if (to === 'done') {
    refuseIf(task.depends.some((other) => !satisfiesDependents(taskAt(world, other).status)));
    task.reopen = false;
  }
  task.status = to;
}

function isOpen(world: World, id: number): boolean {
  const task = world.tasks.get(id);
  return task !== undefined && !isClosed(task.status);
}

/** Replaces what a node waits for; refuses what is not there and circles. */
export function link<Id>(
  graph: ReadonlyMap<Id, readonly Id[]>,
  from: Id,
  to: readonly Id[],
): readonly Id[] {
  refuseIf(to.some((other) => !graph.has(other)));
  const seen = new Set<Id>();
  const reaches = (at: Id): boolean => {
    if (at === from) return true;
    if (seen.has(at)) return false;
    seen.add(at);
    return (graph.get(at) ?? []).some(reaches);
  };
  refuseIf(to.some(reaches));
  return [...new Set(to)];
}

export function taskGraph(world: World): Map<number, number[]> {
  return new Map([...world.tasks].map(([id, task]) => [id, task.depends]));
}

/** What the rules have changed so far must not be seen when one of them refuses. */
export function copyOf(world: World): World {
  return structuredClone(world);
}
