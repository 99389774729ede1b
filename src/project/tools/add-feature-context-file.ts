import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import { defineProjectTool } from '../define-project-tool.ts';
import { knownName, mostPaths, pathField } from '../feature-fields.ts';
import { repoPaths } from '../fields.ts';

export const addFeatureContextFile = defineProjectTool({
  name: 'add_feature_context_file',
  title: 'Add feature context file',
  description: 'Registers a file of the repository that work on the feature should read.',
  category: 'feature',
  effect: 'update',
  input: z.strictObject({ feature_name: knownName, file_path: pathField }),
  output: z.strictObject({
    feature_name: z.string(),
    file_path: z.string(),
    added: z.boolean(),
    context_files: z.int(),
  }),
  async handler({ feature_name, file_path }, { store, root }) {
    const { context_files } = await store.features.get(feature_name);
    const [stored = file_path] = await repoPaths(root, [file_path]);
    const answer = { feature_name, file_path: stored };
    if (context_files.includes(stored)) {
      return { ...answer, added: false, context_files: context_files.length };
    }
    if (context_files.length >= mostPaths) {
      throw new ToolError(
        'budget_exceeded',
        `Feature "${feature_name}" has ${mostPaths} context files, which is the most.`,
        { hint: 'Replace the list with the files that matter most, or name a folder.' },
      );
    }
    await store.features.change(feature_name, { context_files: [...context_files, stored] });
    return { ...answer, added: true, context_files: context_files.length + 1 };
  },
  render: ({ feature_name, file_path, added }) =>
    added ? `${feature_name}: added ${file_path}.` : `${feature_name} has ${file_path} already.`,
});
