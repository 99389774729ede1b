import { z } from 'zod';
import { lineText, proseText } from './fields.ts';
import type { Discipline } from './store/disciplines.ts';

/** What a discipline can be given by an agent, besides its name, acronym and servers. */
export const disciplineFields = {
  display_name: lineText(100),
  icon: lineText(60),
  color: z
    .string()
    .regex(
      /^(#[0-9A-Fa-f]{3,8}|[A-Za-z][A-Za-z-]{0,30})$/,
      'must be like #3b82f6, or a colour name',
    ),
  system_prompt: proseText(6_000),
  skills: z.array(lineText(60)).max(30),
  conventions: proseText(6_000),
};

export const disciplineLineSchema = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  acronym: z.string().nullable(),
  icon: z.string(),
  color: z.string(),
  skills: z.array(z.string()),
});
export type DisciplineLineView = z.output<typeof disciplineLineSchema>;

export function disciplineLine(discipline: Discipline): DisciplineLineView {
  const { name, display_name, acronym, icon, color, skills } = discipline;
  return { name, display_name, acronym, icon, color, skills: [...skills] };
}

export function disciplineLineText({ name, display_name, acronym, skills }: DisciplineLineView) {
  const known = skills.length > 0 ? `: ${skills.join(', ')}` : '';
  return `${name} (${display_name})${acronym ? ` ${acronym}` : ''}${known}`;
}
