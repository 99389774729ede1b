import { createHash } from 'node:crypto';
import { ToolError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { SessionPlan } from '../../session/plan.ts';
import { invokeTool, type ToolPolicy } from '../../tool/invoke-tool.ts';
import type { Registry } from '../../tool/registry.ts';
import type { Caller } from '../../tool/tool.ts';
import { defineResource, type Resource } from '../resource.ts';
import type { UriVariables } from '../uri-template.ts';
import { loopResources } from './loop-resources.ts';

/** How often a watched record is looked at: the only way to learn of another process's writes. */
const watchEveryMs = 1_000;

interface Scope {
  readonly plan: SessionPlan;
  readonly registry: Registry;
  readonly policy: ToolPolicy;
  readonly caller: Caller;
  readonly root: string;
  readonly logger: Logger;
}

/** A record as a resource is the answer of the tool that reads it, under the same rules. */
const records: readonly {
  readonly tool: string;
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  input(variables: UriVariables): Record<string, unknown>;
  own(plan: SessionPlan): string | undefined;
}[] = [
  {
    tool: 'get_task',
    uriTemplate: 'ralph://tasks/{id}',
    name: 'task',
    title: 'Task',
    description: 'A task with its comments and direct dependencies.',
    // One address for one task: other ways to write its number are left to the tool to refuse.
    input: ({ id }) => ({ id: /^[1-9]\d{0,8}$/.test(id ?? '') ? Number(id) : id }),
    own: (plan) => (plan.task_id === null ? undefined : `ralph://tasks/${plan.task_id}`),
  },
  {
    tool: 'get_feature',
    uriTemplate: 'ralph://features/{name}',
    name: 'feature',
    title: 'Feature',
    description: 'A feature with its learnings and files.',
    input: ({ name }) => ({ name }),
    own: (plan) => (plan.feature === null ? undefined : `ralph://features/${plan.feature}`),
  },
  {
    tool: 'get_discipline',
    uriTemplate: 'ralph://disciplines/{name}',
    name: 'discipline',
    title: 'Discipline',
    description: 'A discipline with its persona and conventions.',
    input: ({ name }) => ({ name }),
    own: (plan) =>
      plan.discipline === null ? undefined : `ralph://disciplines/${plan.discipline}`,
  },
];

/** The resources of a session. What its tools may not read, its resources do not show. */
export function projectResources(scope: Scope): readonly Resource[] {
  const enabled = new Set(scope.plan.enabled_tools);
  const fileTools: Readonly<Record<string, string>> = {
    progress: 'read_progress',
    learnings: 'read_learnings',
  };
  const files = loopResources({ root: scope.root, inSession: true }).filter((resource) => {
    const tool = fileTools[resource.name];
    return tool !== undefined && enabled.has(tool);
  });
  const readable = records.filter(({ tool }) => enabled.has(tool));
  return [
    sessionResource.bind(scope),
    ...files,
    ...readable.map((record) => resourceOf(record).bind(scope)),
  ];
}

const sessionResource = defineResource<Scope>({
  uri: 'ralph://session',
  name: 'session',
  title: 'This session',
  description: 'The plan of this session: recipe, task, tools that are on, and why others are off.',
  mimeType: 'application/json',
  async read(_, { plan: { prompt: _prompt, ...plan } }) {
    return { text: JSON.stringify(plan) };
  },
});

function resourceOf(record: (typeof records)[number]) {
  const { tool, uriTemplate, name, title, description } = record;
  const read = (variables: UriVariables, scope: Scope) =>
    answerOf(tool, record.input(variables), scope);
  return defineResource<Scope>({
    uriTemplate,
    name,
    title,
    description,
    mimeType: 'application/json',
    async list({ plan }) {
      const uri = record.own(plan);
      return uri ? [{ uri, name, title, description, mimeType: 'application/json' }] : [];
    },
    read: async (variables, scope) => ({ text: await read(variables, scope) }),
    watch(variables, scope, notify) {
      let known: string | undefined;
      const look = async () => {
        const answer = await read(variables, scope).catch(() => '');
        const hash = createHash('sha256').update(answer).digest('hex');
        if (known !== undefined && known !== hash) notify();
        known = hash;
      };
      void look();
      const timer = setInterval(() => void look(), watchEveryMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  });
}

async function answerOf(
  tool: string,
  input: Record<string, unknown>,
  scope: Scope,
): Promise<string> {
  const outcome = await invokeTool({
    registry: scope.registry,
    policy: scope.policy,
    name: tool,
    input,
    context: {
      caller: scope.caller,
      signal: new AbortController().signal,
      client: {},
      progress: () => {},
    },
    onBug: (thrown) => scope.logger.error(`reading a resource through ${tool}`, { thrown }),
  });
  if (outcome.ok) return JSON.stringify(outcome.structured);
  const { code, message, hint, details } = outcome.error;
  throw new ToolError(code, message, { hint, details });
}
