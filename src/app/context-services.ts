import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { type ContextServices, createContextServices } from '../context/services.ts';
import { createSkillbook } from '../context/skillbook/skillbook.ts';
import { type AgentSummarizer, agentSummarizer } from './agent-summarizer.ts';
import type { LoadedConfig } from './config/load-config.ts';

/** The memory of a root, and what the agent was paid for its summaries since that was asked last. */
export interface AppContext extends ContextServices, Pick<AgentSummarizer, 'takeSpend'> {}

/** The memory of a root, as its `ralph.yaml` wants it; nothing is opened before it is used. */
export function contextServices(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly config: (root: string) => Promise<LoadedConfig>;
  /** The run that what is stored belongs to. */
  readonly runId: string | undefined;
  readonly leavesNoTrace: boolean;
}): AppContext {
  const { root, env, clock, logger, config, runId, leavesNoTrace } = options;
  const learning = async () => (await config(root)).config.learning;
  const skills = createSkillbook({
    root,
    clock,
    logger,
    async place() {
      const { skillbook_path, mcp_context } = await learning();
      return { file: skillbook_path, lockFolder: mcp_context.storage.path };
    },
  });
  const { summarize, takeSpend } = agentSummarizer({ root, env, clock, config, runId });
  const services = createContextServices({
    root,
    env,
    clock,
    logger,
    runId,
    leavesNoTrace,
    learning,
    skills,
    summarizer: summarize,
  });
  return { ...services, takeSpend };
}
