import path from 'node:path';
import { z } from 'zod';
import { defineProjectTool } from '../define-project-tool.ts';

export const getProjectInfo = defineProjectTool({
  name: 'get_project_info',
  title: 'Get project info',
  description: 'Title, description and creation date of the project.',
  category: 'project',
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({
    title: z.string(),
    description: z.string(),
    created_at: z.string().nullable(),
  }),
  async handler(_, { store, root }) {
    const info = await store.metadata.find();
    return info ?? { title: path.basename(root), description: '', created_at: null };
  },
  render: ({ title, description, created_at }) =>
    [
      title,
      ...(description ? [description] : []),
      ...(created_at ? [`Since ${created_at}`] : []),
    ].join('\n'),
});
