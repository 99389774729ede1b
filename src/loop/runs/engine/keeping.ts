import type { Keeping } from '../../guards/keep-work.ts';
import type { RunContext } from './run-context.ts';

/** Under which name an iteration's work is kept. Each attempt has its own: a later one must not replace it. */
export function keepingOf(
  { runId, services }: Pick<RunContext, 'runId' | 'services'>,
  { number, attempt }: { readonly number: number; readonly attempt: number },
): Keeping {
  const run = attempt === 1 ? runId : `${runId}-${attempt}`;
  return { run, iteration: number, clock: services.clock };
}
