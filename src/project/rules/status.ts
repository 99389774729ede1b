export const taskStatuses = [
  'draft',
  'pending',
  'in_progress',
  'done',
  'blocked',
  'skipped',
  'needs_input',
  'failed',
] as const;

export type TaskStatus = (typeof taskStatuses)[number];

/** Which status may follow which. What is missing here is refused, whoever asks. */
const next: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  draft: ['pending', 'skipped'],
  pending: ['draft', 'in_progress', 'done', 'blocked', 'skipped', 'needs_input'],
  in_progress: ['pending', 'done', 'blocked', 'skipped', 'needs_input', 'failed'],
  done: ['pending'],
  blocked: ['pending', 'in_progress', 'skipped', 'failed'],
  skipped: ['draft', 'pending'],
  needs_input: ['pending', 'in_progress', 'blocked', 'skipped', 'failed'],
  failed: ['pending', 'skipped'],
};

export function nextStatuses(from: TaskStatus): readonly TaskStatus[] {
  return next[from];
}

export function mayFollow(from: TaskStatus, to: TaskStatus): boolean {
  return next[from].includes(to);
}

/** Work has ended one way or the other; only a person or a review reopens it. */
export const closedStatuses: readonly TaskStatus[] = ['done', 'skipped'];

export function isClosed(status: TaskStatus): boolean {
  return closedStatuses.includes(status);
}

/** A dependency that is closed holds nobody up: its work is there, or was decided against. */
export function satisfiesDependents(status: TaskStatus): boolean {
  return isClosed(status);
}
