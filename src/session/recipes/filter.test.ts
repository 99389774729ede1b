import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterTools, refuseUnknown } from './filter.ts';
import { recipeNames, recipes } from './recipes.ts';

const tools = [
  ['list_tasks', 'task'],
  ['get_task', 'task'],
  ['create_task', 'task'],
  ['complete_task', 'task'],
  ['add_task_comment', 'comment'],
  ['delete_task_comment', 'comment'],
  ['append_progress', 'state'],
  ['get_project_info', 'project'],
].map(([name = '', category = '']) => ({ name, category }));

const recipe = (name: keyof typeof recipes) => ({ name, recipe: recipes[name] });

describe('filterTools', () => {
  it.each([
    [
      'nothing removed',
      [],
      ['get_task', 'complete_task', 'add_task_comment', 'append_progress', 'get_project_info'],
    ],
    [
      'a tool',
      ['append_progress'],
      ['get_task', 'complete_task', 'add_task_comment', 'get_project_info'],
    ],
    ['a category', ['task.*'], ['add_task_comment', 'append_progress', 'get_project_info']],
    [
      'a tool that the recipe lacks',
      ['create_task'],
      ['get_task', 'complete_task', 'add_task_comment', 'append_progress', 'get_project_info'],
    ],
    ['everything', ['task.*', 'comment.*', 'state.*', 'project.*'], []],
  ])('%s', (_, patterns, enabled) => {
    expect(filterTools(tools, recipe('task_execution'), [{ by: 'x', patterns }]).enabled).toEqual(
      enabled,
    );
  });

  it('gives the first rule that removed each tool: the recipe, then the removals in their order', () => {
    const { disabledBy } = filterTools(tools, recipe('task_execution'), [
      { by: 'discipline docs', patterns: ['comment.*', 'create_task'] },
      { by: 'ralph.yaml tools', patterns: ['add_task_comment', 'get_task'] },
    ]);
    expect(disabledBy).toEqual({
      list_tasks: 'recipe task_execution does not include it',
      get_task: 'removed by ralph.yaml tools',
      create_task: 'recipe task_execution does not include it',
      add_task_comment: 'removed by discipline docs',
      delete_task_comment: 'recipe task_execution does not include it',
    });
  });

  const pattern = fc.constantFrom(
    ...tools.map(({ name }) => name),
    ...new Set(tools.map(({ category }) => `${category}.*`)),
  );
  const removals = fc.array(fc.record({ by: fc.constant('x'), patterns: fc.array(pattern) }));

  it('is strictly reductive: another removal, wherever it stands, never enables a tool', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...recipeNames),
        removals,
        removals,
        fc.nat({ max: 8 }),
        (name, some, more, place) => {
          const before = filterTools(tools, recipe(name), some);
          const joined = [...some.slice(0, place), ...more, ...some.slice(place)];
          const after = filterTools(tools, recipe(name), joined);
          expect(before.enabled).toEqual(expect.arrayContaining([...after.enabled]));
          expect(recipes[name].tools).toEqual(expect.arrayContaining([...before.enabled]));
          expect([...after.enabled, ...Object.keys(after.disabledBy)].sort()).toEqual(
            tools.map((tool) => tool.name).sort(),
          );
        },
      ),
    );
  });
});

describe('refuseUnknown', () => {
  const refusal = (patterns: string[], inRecipe?: string) => () =>
    refuseUnknown(
      [{ by: 'discipline docs', patterns, ...(inRecipe && { recipe: inRecipe }) }],
      tools,
      recipeNames,
    );

  it.each([
    [
      'a tool',
      ['creat_task'],
      undefined,
      'removes "creat_task", which is neither a tool nor a category. Did you mean "create_task"?',
    ],
    [
      'a category',
      ['coment.*'],
      undefined,
      'removes "coment.*", which is neither a tool nor a category. Did you mean "comment.*"?',
    ],
    ['a pattern', ['*'], undefined, 'removes "*", which is neither a tool nor a category.'],
    ['a bare category', ['comment'], undefined, 'removes "comment", which is neither'],
    [
      'a recipe',
      ['get_task'],
      'opus_revew',
      'there is no recipe "opus_revew". Did you mean "opus_review"?',
    ],
  ])('names %s that does not exist', (_, patterns, inRecipe, message) => {
    expect(refusal(patterns, inRecipe)).toThrow(message);
  });

  it('takes what exists', () => {
    expect(refusal(['get_task', 'comment.*'], 'yap')).not.toThrow();
  });
});
