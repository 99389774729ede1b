import { ToolError } from '../base/errors.ts';
import type { SessionIdentity } from '../tool/tool.ts';
import type { Task } from './model.ts';
import { refuseLostClaim } from './rules/claim.ts';
import { refuseOpenParts, refuseUnmetDependencies } from './rules/completion.ts';
import { mayReopen } from './rules/session-scope.ts';
import { isClosed, mayFollow, nextStatuses, type TaskStatus } from './rules/status.ts';
import type { ProjectStore } from './store/project-store.ts';
import type { TaskFields } from './store/task-rows.ts';

/** The only way a status changes: the machine is asked, dependencies are checked, a finished claim is given back. */
export async function moveTask(move: {
  readonly store: ProjectStore;
  readonly session: SessionIdentity | null;
  readonly now: string;
  readonly task: Task;
  readonly to: TaskStatus;
  readonly reason: string;
  readonly evidence?: readonly string[] | undefined;
  /** What changes together with the status. */
  readonly with?: TaskFields;
}): Promise<Task> {
  const { store, task, to } = move;
  refuseLostClaim(task, move.session, move.now);
  if (task.status === to) return task;
  if (!mayFollow(task.status, to)) {
    throw new ToolError('conflict', `Task #${task.id} is ${task.status} and cannot become ${to}.`, {
      details: [
        {
          field: 'status',
          message: `from ${task.status}: ${nextStatuses(task.status).join(', ')}`,
        },
      ],
      hint: `From ${task.status} it can become ${nextStatuses(task.status).join(', ')}.`,
    });
  }
  if (isClosed(task.status) && !mayReopen(move.session)) {
    throw new ToolError(
      'not_allowed',
      `Task #${task.id} is ${task.status}; only a review or a person reopens it.`,
      {
        hint: 'Say in a comment or a blocker report why it should be looked at again.',
      },
    );
  }
  if (isClosed(task.status)) {
    refuseOpenParts(task, await store.tasks.refs(task.superseded_by));
  }
  if (to === 'done') refuseUnmetDependencies(task, await store.dependencies.of(task.id));
  const changed = await store.tasks.change(
    task.id,
    {
      ...move.with,
      status: to,
      status_reason: move.reason,
      ...(move.evidence && { evidence: [...move.evidence] }),
      ...(to === 'done' && { completed_at: move.now, reopen_requested: '' }),
      ...(isClosed(task.status) && {
        completed_at: null,
        criteria_results: [],
        evidence: [],
        superseded_by: [],
      }),
    },
    `${task.status} → ${to}`,
  );
  if (to !== 'in_progress') await store.claims.drop(task.id);
  return changed;
}
