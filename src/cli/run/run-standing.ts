import { momentText } from '../../loop/runs/report/amounts.ts';
import type { Run } from '../../loop/runs/run.ts';
import { phaseText } from './phase-text.ts';

/** How a run stands, in a few words. */
export function standing({
  run,
  isAlive,
}: {
  readonly run: Run;
  readonly isAlive: boolean;
}): string {
  if (run.undone) return `${run.status}, and undone`;
  if (run.status !== 'running') return run.status;
  if (!isAlive) return 'broken off: no process is at work on it';
  const waits = run.waiting && `waits: ${run.waiting.for}${untilText(run.waiting.until)}`;
  return `running: ${waits ?? (run.phase === null ? 'starts' : phaseText[run.phase])}`;
}

function untilText(until: string | null): string {
  return until === null ? '' : `, until ${momentText(until)}`;
}
