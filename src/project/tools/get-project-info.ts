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
    if (info) return info;
    // A project that nobody has named began with the first thing that was written down in it.
    const created_at = await store.events.firstAt();
    return { title: path.basename(root), description: '', created_at };
  },
  render: ({ title, description, created_at }) =>
    [
      title,
      ...(description ? [description] : []),
      ...(created_at ? [`Since ${created_at}`] : []),
    ].join('\n'),
});
