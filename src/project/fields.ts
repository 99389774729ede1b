import { z } from 'zod';
import { resolveInside, toRepoRelative } from '../base/paths.ts';
import { prioritySchema } from './model.ts';

/** Text without NUL, which SQLite and C programs would cut at. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not contain NUL');
}

/** Text that says something. */
export function requiredText(max: number) {
  return text(max).refine((value) => value.trim() !== '', 'must not be empty');
}

export const taskId = z.int().positive();

export const nameField = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be lower-case letters, digits, - and _, at most 64');

const strings = (count: number, length: number) => z.array(requiredText(length)).max(count);

/** What a task can be given by whoever may write it. */
export const taskFields = {
  title: requiredText(200),
  description: text(20_000),
  priority: prioritySchema,
  acceptance_criteria: strings(40, 1_000),
  depends_on: z.array(taskId).max(100),
  tags: strings(30, 60),
  context_files: strings(100, 500),
  output_artifacts: strings(100, 500),
  hints: text(8_000),
  estimated_turns: z.int().min(1).max(1_000),
};

export const cursorField = z
  .string()
  .max(200)
  .optional()
  .describe('next_cursor of the page before.');

/** Paths as they are stored: inside the root, relative to it, with forward slashes. */
export async function repoPaths(root: string, paths: readonly string[]): Promise<string[]> {
  const stored: string[] = [];
  for (const path of paths) stored.push(toRepoRelative(root, await resolveInside(root, path)));
  return [...new Set(stored)];
}
