import { z } from 'zod';
import { about } from '../../base/about.ts';
import { catalogConfig } from '../../catalog/config.ts';
import { learningConfig } from '../../context/config.ts';
import {
  agentsConfig,
  budgetsConfig,
  gatesConfig,
  pricesConfig,
  runConfig,
} from '../../loop/config.ts';
import { logsConfig, notifyConfig, uiConfig } from '../../loop/reporting-config.ts';
import { serverConfig } from '../../server/config.ts';
import { disciplinesConfig, recipesConfig, toolsConfig } from '../../session/config.ts';

export const presetNames = ['minimal', 'standard', 'aggressive'] as const;

/** The whole of ralph.yaml: each block belongs to its subject, and this only puts them together. */
export const configSchema = z.strictObject({
  preset: about(
    z.enum(presetNames).default('standard'),
    'Starting values for the context memory, from small to large.',
  ),
  agents: about(agentsConfig.prefault({}), 'The coding agents and how to launch them.'),
  gates: about(
    gatesConfig,
    'Commands that must be green for a run to be complete. Absent: detected; empty list: none.',
    [{ name: 'test', run: 'npm test' }],
  ),
  budgets: about(budgetsConfig.prefault({}), 'Limits of one run.'),
  commit: about(z.boolean().default(false), 'Make one commit per accepted iteration.'),
  run: about(runConfig.prefault({}), 'What a run works on.'),
  ui: about(uiConfig.prefault({}), 'What is printed during a run.'),
  notify: about(notifyConfig.prefault({}), 'Commands or webhooks that a run tells.'),
  logs: about(logsConfig.prefault({}), 'How long logs are kept.'),
  prices: about(pricesConfig, 'Prices by model, for agents that do not report their cost.', {
    'gpt-5.1': { input: 1.25, output: 10, cached_input: 0.125 },
  }),
  recipes: about(recipesConfig, 'Recipes of your own, each a built-in one with tools removed.', {
    docs_only: { base: 'task_execution', remove: ['add_feature_context_file'] },
  }),
  disciplines: about(disciplinesConfig, 'Tool removals and MCP servers of disciplines.', {
    documentation: { remove: ['create_task'] },
  }),
  tools: about(toolsConfig.prefault({}), 'Tool removals for every session.'),
  catalog: about(catalogConfig.prefault({}), 'Downstream MCP servers.'),
  server: about(serverConfig.prefault({}), 'How `ralph mcp` serves.'),
  learning: about(learningConfig.prefault({}), 'Memory across iterations.'),
});

export type RalphConfig = z.output<typeof configSchema>;
/** What a file, the environment or the flags may say: any part of the whole. */
export type PartialConfig = z.input<typeof configSchema>;
