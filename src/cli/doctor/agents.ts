import { type AgentSighting, findAgents } from '../../loop/agents/find-agents.ts';
import { type CheckGroup, type CheckResult, type DoctorContext, ok, warn } from './check.ts';

export const agents: CheckGroup = {
  name: 'agents',
  async run(context) {
    const settings = await agentSettings(context);
    const sightings = await findAgents(context.env, {
      versions: true,
      root: context.root,
      platform: context.platform,
      ...(settings && { settings }),
    });
    // The scripted agent is part of Ralph and says nothing about this machine.
    return describeAgents(
      sightings.filter(({ name }) => name !== 'demo'),
      settings?.default,
    );
  },
};

export function describeAgents(
  sightings: readonly AgentSighting[],
  wanted: string | undefined,
): readonly CheckResult[] {
  const found = sightings.filter(({ path }) => path !== null);
  const results = found.map(({ name, title, version, path }) =>
    ok(`agent ${name}`, [title, version, `at ${path}`].filter(Boolean).join(' ')),
  );
  const chosen = sightings.find(({ name }) => name === wanted);
  if (chosen && chosen.path === null) {
    return [
      ...results,
      warn(
        `agent ${chosen.name}`,
        `${chosen.title}, the default agent, is not on PATH`,
        chosen.fix ?? 'Install it, or choose another under agents.default in ralph.yaml.',
      ),
    ];
  }
  return results;
}

/** A configuration that cannot be loaded is reported by its own check. */
async function agentSettings({ loadConfig }: DoctorContext) {
  const loaded = await loadConfig().catch(() => undefined);
  return loaded?.config.agents;
}
