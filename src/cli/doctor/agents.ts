import { type AgentSighting, findAgents } from '../../loop/agents/find-agents.ts';
import { findLogin, type Login } from '../../loop/agents/find-login.ts';
import type { ServerStatus } from '../../loop/runs/store/server-statuses.ts';
import { type CheckGroup, type CheckResult, type DoctorContext, ok, warn } from './check.ts';

export const agents: CheckGroup = {
  name: 'agents',
  async run(context) {
    // A configuration that cannot be loaded is reported by its own check.
    const settings = (await context.settings())?.agents;
    const sightings = await findAgents(context.env, {
      versions: true,
      root: context.root,
      platform: context.platform,
      ...(settings && { settings }),
    });
    // The scripted agent is part of Ralph and says nothing about this machine.
    const real = sightings.filter(({ name }) => name !== 'demo');
    return describeAgents(
      real,
      settings?.default,
      await context.serverStatuses(),
      await loginsOf(real, context),
    );
  },
};

export function describeAgents(
  sightings: readonly AgentSighting[],
  wanted: string | undefined,
  statuses: readonly ServerStatus[],
  logins: ReadonlyMap<string, Login> = new Map(),
): readonly CheckResult[] {
  const found = sightings.filter(({ path }) => path !== null);
  const results = found.map(({ name, title, version, path }) => {
    const what = [title, version, `at ${path}`].filter(Boolean).join(' ');
    const told = statuses.find(({ agent }) => agent === name);
    const login = logins.get(name);
    // An agent that nobody is going to use may stay logged out.
    if (login?.state === 'missing' && name === wanted) {
      return warn(`agent ${name}`, `${what}; no login was found where it keeps one`, login.fix);
    }
    const access = login?.state === 'found' ? `logged in by ${login.where}` : undefined;
    if (told?.status !== 'failed') {
      return ok(`agent ${name}`, [what, access, acceptance(told)].filter(Boolean).join('; '));
    }
    return warn(
      `agent ${name}`,
      `${what}; it did not take the MCP config in ${told.run_id}${told.message ? `: ${told.message}` : ''}`,
      'Look at the log that "ralph runs show" names, and bring the agent up to date.',
    );
  });
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

async function loginsOf(
  sightings: readonly AgentSighting[],
  { env, home, platform }: DoctorContext,
): Promise<ReadonlyMap<string, Login>> {
  const logins = new Map<string, Login>();
  for (const { name, path } of sightings) {
    if (path === null || name === 'custom' || name === 'demo') continue;
    logins.set(name, await findLogin(name, { env, home, platform }));
  }
  return logins;
}

/** Only a session shows whether an agent takes the config that it is given. */
function acceptance(told: ServerStatus | undefined): string {
  if (!told) return 'its MCP config has not been tried here yet';
  return told.status === 'connected'
    ? `it took the MCP config in ${told.run_id}`
    : `it did not say whether it took the MCP config in ${told.run_id}`;
}
