import { describe, expect, it } from 'vitest';
import { plannedTools } from './narrow-tool.ts';
import { recipeNames } from './recipes/recipes.ts';
import { sessionPolicy } from './session-policy.ts';
import { seededTask, sessionProject } from './testing/session-project.ts';

async function planned(recipe: string, config?: string) {
  const project = sessionProject(config);
  await project.seed();
  const { plan } = await project.plan({ recipe, taskId: seededTask });
  const registry = await project.app.registry();
  const tool = (name: string) => {
    const found = registry.get(name);
    if (!found) throw new Error(`no tool ${name}`);
    return found;
  };
  const check = (name: string, input: unknown = {}) => sessionPolicy(plan).check(tool(name), input);
  return { plan, registry, check };
}

const withServers = 'catalog: { servers: { files: { command: files-mcp } } }\n';

describe('sessionPolicy', () => {
  it.each(recipeNames)(
    'in %s: allows the plan, and refuses each other tool with the recipe and what to use instead',
    async (recipe) => {
      const { plan, registry, check } = await planned(recipe, withServers);
      for (const { name } of registry.list()) {
        const verdict = check(name);
        expect(verdict.allowed, name).toBe(plan.enabled_tools.includes(name));
        if (verdict.allowed) continue;
        expect(verdict.message).toBe(
          `${name} is not part of this session (recipe ${recipe}): recipe ${recipe} does not include it.`,
        );
        const offered = verdict.hint.match(/[a-z]+(_[a-z]+)+/g) ?? [];
        expect(offered.length, `${name}: ${verdict.hint}`).toBeGreaterThan(0);
        expect(plan.enabled_tools).toEqual(expect.arrayContaining(offered));
      }
    },
  );

  it('names the rule of a removal', async () => {
    const { check } = await planned('task_execution', 'tools: { remove: [complete_task] }\n');
    expect(check('complete_task')).toEqual({
      allowed: false,
      message:
        'complete_task is not part of this session (recipe task_execution): removed by ralph.yaml tools.',
      hint: 'Use set_task_status or add_task_comment instead, or go on without it.',
    });
  });

  it('refuses the fields that the recipe does not have, also where they are hidden', async () => {
    const { check } = await planned('opus_review');
    expect(check('update_task', { id: 1, priority: 'high', description: 'x' }).allowed).toBe(true);
    expect(check('update_task', { id: 1, title: 'x', tags: [] })).toEqual({
      allowed: false,
      message: 'In recipe opus_review, update_task may not set title, tags.',
      hint: 'It takes id, priority, description here. Say with add_task_comment what else should change.',
    });
    expect(check('update_task', 'nonsense').allowed).toBe(true);
  });

  it('has something to say in a session without any tool', async () => {
    const { check } = await planned(
      'discuss',
      'tools: { remove: ["discipline.*", "project.*"] }\n',
    );
    expect(check('get_discipline')).toMatchObject({
      allowed: false,
      hint: 'Go on without it; this session has no tools at all.',
    });
  });
});

describe('plannedTools', () => {
  it('lists exactly the plan, in part where it is so', async () => {
    const { plan, registry } = await planned('opus_review');
    const tools = plannedTools(registry.list(), plan);
    expect(tools.map(({ name }) => name)).toEqual(plan.enabled_tools);
    const narrowed = tools.find(({ name }) => name === 'update_task');
    const whole = registry.get('update_task');
    expect(Object.keys(narrowed?.inputSchema.properties ?? {})).toEqual([
      'id',
      'description',
      'priority',
    ]);
    expect(narrowed?.inputSchema).toMatchObject({
      type: 'object',
      required: ['id'],
      additionalProperties: false,
    });
    expect(narrowed?.outputSchema).toEqual(whole?.outputSchema);
    expect(Object.keys(whole?.inputSchema.properties ?? {}).length).toBeGreaterThan(8);
  });
});
