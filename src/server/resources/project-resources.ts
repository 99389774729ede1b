import type { SessionPlan } from '../../session/plan.ts';
import { defineResource, type Resource } from '../resource.ts';
import type { UriVariables } from '../uri-template.ts';
import { loopResources } from './loop-resources.ts';
import { answerOf, type ToolScope, watchAnswer } from './tool-answers.ts';

interface Scope extends ToolScope {
  readonly plan: SessionPlan;
  readonly root: string;
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
    watch: (variables, scope, notify) => watchAnswer(() => read(variables, scope), notify),
  });
}
