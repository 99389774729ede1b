import type { ToolDefinition } from '../tool/define-tool.ts';
import type { ContextServices } from './services.ts';
import { getContextStats } from './tools/get-context-stats.ts';
import { getIterationHistory } from './tools/get-iteration-history.ts';
import { getRelevantContext } from './tools/get-relevant-context.ts';
import { getSkills } from './tools/get-skills.ts';
import { healthCheck } from './tools/health-check.ts';
import { markUseful } from './tools/mark-useful.ts';
import { pruneLowValueContext } from './tools/prune-low-value-context.ts';
import { storeContext } from './tools/store-context.ts';
import { storeIterationResult } from './tools/store-iteration-result.ts';
import { summarizeOldContext } from './tools/summarize-old-context.ts';

/** The tools of the memory, in the order that lists show them. */
export const contextTools: readonly ToolDefinition<ContextServices>[] = [
  getRelevantContext,
  getIterationHistory,
  getSkills,
  storeContext,
  markUseful,
  storeIterationResult,
  summarizeOldContext,
  pruneLowValueContext,
  getContextStats,
  healthCheck,
];
