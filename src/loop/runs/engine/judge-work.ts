import type { GateResult } from '../../gates/gate.ts';
import type { GateJudgement } from '../../gates/judge-gates.ts';
import { judgeCompletion, type Verdict, type Work } from '../rules/completion.ts';
import type { StoredRun } from '../store/run-rows.ts';
import type { PreparedRun } from './run-context.ts';

/** What Ralph has seen of the work, and what follows from it. */
export interface Judged {
  readonly gates: readonly GateResult[];
  readonly judgement: GateJudgement;
  readonly tampering: readonly string[];
  readonly work: Work;
  readonly verdict: Verdict;
  /** Nothing is missing but a person's approval. */
  readonly needsApproval: boolean;
}

/** Puts the proof together: gates and tampering as they were found, the work as it is measured now. */
export async function judgeWork(
  prepared: PreparedRun,
  run: StoredRun,
  seen: Pick<Judged, 'gates' | 'judgement' | 'tampering'> & {
    readonly lastText: string;
    /** The run may edit, and its files and commits are as it found them. */
    readonly idle: boolean;
  },
): Promise<Judged> {
  const { gates, judgement, tampering, lastText, idle } = seen;
  const work = await prepared.work.measure(lastText);
  const unapproved = tampering.filter((finding) => !run.approved_findings.includes(finding));
  const proof = {
    gatesGreen: judgement.green,
    gateReason: judgement.reason,
    tampering: unapproved,
    approved: false,
    rejected: false,
    forgivenIdle: idle ? judgement.forgiven : [],
  };
  const verdict = judgeCompletion(work, proof);
  const approved = judgeCompletion(work, { ...proof, approved: true });
  return {
    gates,
    judgement,
    tampering,
    work,
    verdict,
    needsApproval: !verdict.complete && approved.complete,
  };
}

/** How much of the work is closed, as progress counts it; null where nothing says, as with a map without topics. */
export function closedOf(work: Work): number | null {
  switch (work.mode) {
    case 'prompt':
      return 0;
    case 'prd':
      return work.passing;
    case 'tasks':
      return work.done;
    case 'topics':
      return work.open === null ? null : -work.open;
  }
}
