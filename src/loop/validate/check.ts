import type { LoopServices, LoopSettings } from '../services.ts';
import type { Problem } from './problem.ts';

/** One validation: everything a check may look at. Checks read; none of them changes anything. */
export interface CheckContext {
  readonly root: string;
  readonly promptFile: string;
  readonly prdFile: string;
  /** Absent when the configuration has problems of its own. */
  readonly settings: LoopSettings | undefined;
  readonly services: Pick<LoopServices, 'env' | 'inspectDatabase' | 'projectServer'>;
  /** How many stories the PRD has, for rules that depend on what a run would work on. */
  readonly stories: number;
}

export interface Check {
  readonly name: string;
  /** Whether there is anything to go by; what cannot be judged is not called checked. */
  applies?(context: CheckContext): boolean;
  run(context: CheckContext): Promise<readonly Problem[]>;
}
