import type { ToolDefinition } from '../tool/define-tool.ts';
import type { LoopServices } from './services.ts';
import { ralphAnswer } from './tools/ralph-answer.ts';
import { ralphInit } from './tools/ralph-init.ts';
import { ralphRun } from './tools/ralph-run.ts';
import { ralphRunCancel } from './tools/ralph-run-cancel.ts';
import { ralphRunStatus } from './tools/ralph-run-status.ts';
import { ralphUnderstand } from './tools/ralph-understand.ts';
import { ralphValidate } from './tools/ralph-validate.ts';

/** The tools of the loop, in the order in which they are listed. */
export const loopTools: readonly ToolDefinition<LoopServices>[] = [
  ralphInit,
  ralphValidate,
  ralphRun,
  ralphUnderstand,
  ralphRunStatus,
  ralphRunCancel,
  ralphAnswer,
];
