import { ToolError } from '../../base/errors.ts';
import type { SessionIdentity } from '../../tool/tool.ts';
import type { Task } from '../model.ts';
import { tasksNamed } from './references.ts';

type ClaimPart = Pick<Task, 'id' | 'claimed_by' | 'claim_expires_at'>;

/** Somebody else is at work on the task right now; a claim that ran out holds nobody up. */
export function isHeldByAnother(
  { claimed_by, claim_expires_at }: ClaimPart,
  session: SessionIdentity | null,
  now: string,
): boolean {
  if (claimed_by === null || claimed_by === session?.id) return false;
  return claim_expires_at !== null && claim_expires_at > now;
}

/** A session whose claim ran out and went to another has no say any more; a person always has. */
export function refuseLostClaim(
  task: ClaimPart,
  session: SessionIdentity | null,
  now: string,
): void {
  if (session === null || !isHeldByAnother(task, session, now)) return;
  throw new ToolError(
    'conflict',
    `Task #${task.id} is held by ${task.claimed_by} until ${task.claim_expires_at}, not by this session.`,
    { hint: 'Stop working on it. What the holder must know goes into a comment on the task.' },
  );
}

export function refuseHeld(held: readonly ClaimPart[]): void {
  if (held.length === 0) return;
  throw new ToolError(
    'conflict',
    `Another session is working on ${tasksNamed(held.length, held)}.`,
    {
      hint: 'Wait until it is done with them, or leave them out.',
      details: held.map(({ id, claimed_by, claim_expires_at }) => ({
        field: 'task_ids',
        message: `#${id} is held by ${claimed_by} until ${claim_expires_at}`,
      })),
    },
  );
}
