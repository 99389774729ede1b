import { findAgent } from '../../agents/find-agents.ts';
import type { Check } from '../check.ts';
import type { Problem } from '../problem.ts';

export const agentCheck: Check = {
  name: 'agent',
  applies: ({ settings }) => settings !== undefined,
  async run({ root, settings, services }) {
    if (!settings) return [];
    const { default: first, fallback } = settings.agents;
    const problems: Problem[] = [];
    for (const name of new Set([first, ...fallback])) {
      const sighting = await findAgent(name, services.env, { root, settings: settings.agents });
      if (sighting.path !== null) continue;
      problems.push(
        name === first
          ? {
              severity: 'error',
              code: 'agent_not_found',
              message: `The agent "${name}" was not found.`,
              fix: sighting.fix ?? 'Choose another agent under agents.default in ralph.yaml.',
            }
          : {
              severity: 'warning',
              code: 'agent_not_found',
              message: `The fallback agent "${name}" was not found.`,
              fix: 'Install it, or remove it from agents.fallback in ralph.yaml.',
            },
      );
    }
    return problems;
  },
};
