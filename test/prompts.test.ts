import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { recipeNames } from '../src/session/recipes/recipes.ts';
import { seededTask, sessionProject } from '../src/session/testing/session-project.ts';

const input: Partial<Record<(typeof recipeNames)[number], string>> = {
  braindump: 'A tea shop. People log in, pick a tea and pay.',
  yap: 'The login form should also remember me.',
  ramble: 'Do tokens belong here?',
  discuss: 'They should write smaller functions.',
};

describe('the contract of each prompt', () => {
  it.each(recipeNames)('%s', async (recipe) => {
    const project = sessionProject();
    await project.seed();
    const subject = ['task_execution', 'enrichment'].includes(recipe)
      ? { taskId: seededTask }
      : { feature: 'auth', discipline: 'backend' };
    const { plan } = await project.plan({ recipe, ...subject, input: input[recipe] });
    await expect(plan.prompt.replaceAll(project.root, '/repository')).toMatchFileSnapshot(
      path.join(import.meta.dirname, `contracts/prompts/${recipe}.md`),
    );
  });
});
