import type { SessionIdentity } from '../../tool/tool.ts';
import type { Task } from '../model.ts';

type ClaimPart = Pick<Task, 'claimed_by' | 'claim_expires_at'>;

/** Somebody else is at work on the task right now; a claim that ran out holds nobody up. */
export function isHeldByAnother(
  { claimed_by, claim_expires_at }: ClaimPart,
  session: SessionIdentity | null,
  now: string,
): boolean {
  if (claimed_by === null || claimed_by === session?.id) return false;
  return claim_expires_at !== null && claim_expires_at > now;
}
