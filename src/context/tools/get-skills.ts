import { z } from 'zod';
import { defineContextTool } from '../define-context-tool.ts';
import { tagField } from '../fields.ts';

export const getSkills = defineContextTool({
  name: 'get_skills',
  title: 'Get skills',
  description:
    'Proven ways of working in this project, best first: from the skillbook and from earlier iterations.',
  category: 'context',
  effect: 'read',
  input: z.strictObject({
    tags: tagField.optional().describe('Skills with any of these tags or sections.'),
    min_score: z.number().min(0).max(1).default(0.5),
  }),
  output: z.strictObject({
    skills: z.array(
      z.strictObject({
        id: z.string(),
        content: z.string(),
        tags: z.array(z.string()),
        usefulness_score: z.number(),
        source: z.string(),
      }),
    ),
    count: z.int(),
  }),
  page: {
    rows: ({ skills }) => skills,
    keep: (output, count) => ({ ...output, skills: output.skills.slice(0, count), count }),
  },
  async handler({ tags, min_score }, { services }) {
    const { findSkills } = await import('../skills.ts');
    const skills = await findSkills(services, { tags, minScore: min_score });
    return { skills, count: skills.length };
  },
  render: ({ skills }) =>
    skills.length === 0
      ? 'No skill fits.'
      : skills.map(({ id, content }) => `[${id}] ${content.replace(/\s*\n\s*/g, ' ')}`).join('\n'),
});
