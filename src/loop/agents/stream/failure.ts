import { defined } from '../../../base/defined.ts';
import type { AgentEvent } from '../adapter.ts';

export interface ModelFailure {
  /** HTTP status that the model's API answered with, where the agent says so. */
  readonly status?: number | undefined;
  readonly message: string;
  readonly resetsAt?: string | undefined;
  readonly retryAfterS?: number | undefined;
}

/** The event for a call of the model that the agent gave up on. */
export function failureEvent(failure: ModelFailure): AgentEvent {
  const { status, message } = failure;
  if (status !== 429) {
    const auth = status === 401 || status === 403;
    return { kind: 'error', message, ...(auth && { auth }) };
  }
  return {
    kind: 'rate_limit',
    ...defined({ resets_at: failure.resetsAt, retry_after_s: failure.retryAfterS }),
    message,
  };
}

/** ISO 8601 for seconds since 1970, or undefined for what is no such time. */
export function isoFromSeconds(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number') return undefined;
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Seconds of a `retry-after` header, which is a number or a date. */
export function retryAfterSeconds(header: unknown, now: Date): number | undefined {
  if (typeof header !== 'string' || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds : undefined;
  const wait = (Date.parse(header) - now.getTime()) / 1_000;
  return Number.isNaN(wait) ? undefined : Math.max(0, Math.ceil(wait));
}
