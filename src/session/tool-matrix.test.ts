import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recipeNames } from './recipes/recipes.ts';
import { sessionProject } from './testing/session-project.ts';
import { toolMatrix } from './tool-matrix.ts';

describe('toolMatrix', () => {
  it('keeps the listings within what a model can spare', async () => {
    const { app, root } = sessionProject();
    const { recipes, all } = await toolMatrix(app.sessions, {});
    expect(Object.keys(recipes)).toEqual([...recipeNames]);
    expect(all.tools).toBe(40);
    expect(all.tokens).toBeLessThan(10_000);
    expect(all.tokens_with_output).toBeLessThan(20_000);
    expect(recipes.task_execution?.tokens).toBeLessThan(4_000);
    expect(recipes.task_execution?.tokens_with_output).toBeLessThan(8_000);
    for (const { tokens, tools } of Object.values(recipes)) {
      expect(tools).toBeGreaterThan(0);
      expect(tokens).toBeLessThan(all.tokens);
    }
    expect(readdirSync(root)).toEqual([]);
  });

  it('has a line for every tool, with the rule of each recipe', async () => {
    const project = sessionProject('recipes: { mine: { base: yap, remove: ["task.*"] } }\n');
    const { tools, recipes } = await toolMatrix(project.app.sessions, {});
    expect(tools).toHaveLength((await project.app.registry()).list().length);
    expect(Object.keys(recipes)).toEqual([...recipeNames, 'mine']);
    const updateTask = tools.find(({ name }) => name === 'update_task');
    expect(updateTask?.recipes).toMatchObject({
      yap: { enabled: true, rule: null, fields: null },
      opus_review: { enabled: true, rule: null, fields: ['id', 'priority', 'description'] },
      task_execution: {
        enabled: false,
        rule: 'recipe task_execution does not include it',
        fields: null,
      },
      mine: { enabled: false, rule: 'removed by ralph.yaml recipes.mine.remove' },
    });
    // In part costs less than whole, and a recipe costs what its tools do.
    const whole = tools.filter(({ recipes: of }) => of.opus_review?.enabled);
    const sum = whole.reduce((total, { tokens }) => total + tokens, 0);
    expect(recipes.opus_review?.tokens).toBeLessThan(sum);
    expect(recipes.mine?.tools).toBe(3);
  });

  it('shows what a discipline takes away', async () => {
    const project = sessionProject();
    await project.seed();
    await project.store(({ disciplines }) =>
      disciplines.change('backend', { mcp_tool_overrides: { additional_disabled: ['state.*'] } }),
    );
    const wanted = { recipe: 'task_execution', discipline: 'backend' };
    const { tools, recipes } = await toolMatrix(project.app.sessions, wanted);
    expect(Object.keys(recipes)).toEqual(['task_execution']);
    expect(tools.find(({ name }) => name === 'append_progress')?.recipes.task_execution).toEqual({
      enabled: false,
      rule: 'removed by discipline backend',
      fields: null,
    });
  });

  it('refuses a discipline of a project that is not there', async () => {
    const { app, root } = sessionProject();
    await expect(toolMatrix(app.sessions, { discipline: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(readdirSync(root)).toEqual([]);
  });
});
