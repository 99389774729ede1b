import type { ToolDefinition } from '../tool/define-tool.ts';
import type { LoopServices } from './services.ts';
import { ralphInit } from './tools/ralph-init.ts';
import { ralphValidate } from './tools/ralph-validate.ts';

/** The tools of the loop, in the order in which they are listed. */
export const loopTools: readonly ToolDefinition<LoopServices>[] = [ralphInit, ralphValidate];
