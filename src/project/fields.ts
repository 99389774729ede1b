import { z } from 'zod';
import { resolveInside, toRepoRelative } from '../base/paths.ts';
import { redactText } from '../base/redaction.ts';
import { visibleText } from '../base/safe-text.ts';
import { prioritySchema } from './model.ts';

/** Text that is stored as it was sent: SQLite and C programs cut at NUL, and half a character becomes another. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not contain NUL')
    .refine((value) => !/\p{Surrogate}/u.test(value), 'must be whole Unicode characters');
}

/** Text that says something. */
export function requiredText(max: number) {
  return text(max).refine((value) => value.trim() !== '', 'must not be empty');
}

/** What somebody reports about work in progress, where the output of programs gets pasted with its secrets. */
export function reportText(max: number) {
  return text(max)
    .overwrite((value) => visibleText(redactText(value)))
    .refine((value) => value.trim() !== '', 'must not be empty');
}

/** A title stands on one line of a list, and must not be able to look like two. */
export function lineText(max: number) {
  return requiredText(max).refine(
    (value) => !/[\p{Cc}\u2028\u2029]/u.test(value),
    'must be one line',
  );
}

/** Text for readers. Control characters would take six bytes each in an answer, and show nothing. */
export function proseText(max: number) {
  return text(max).refine(
    (value) => !/(?![\n\r\t])\p{Cc}/u.test(value),
    'must not contain control characters',
  );
}

export const taskId = z.int().positive();

export const nameField = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be lower-case letters, digits, - and _, at most 64');

const strings = (count: number, length: number) =>
  z.array(proseText(length).refine((value) => value.trim() !== '', 'must not be empty')).max(count);

/** What a task can be given by whoever may write it. */
export const taskFields = {
  title: lineText(200),
  description: proseText(20_000),
  priority: prioritySchema,
  acceptance_criteria: strings(40, 1_000),
  depends_on: z.array(taskId).max(100),
  tags: strings(30, 60),
  context_files: strings(100, 500),
  output_artifacts: strings(100, 500),
  hints: proseText(8_000),
  estimated_turns: z.int().min(1).max(1_000),
};

export const cursorField = text(200).optional().describe('next_cursor of the page before.');

/** Paths as they are stored: inside the root, relative to it, with forward slashes. */
export async function repoPaths(root: string, paths: readonly string[]): Promise<string[]> {
  const stored: string[] = [];
  for (const path of paths) stored.push(toRepoRelative(root, await resolveInside(root, path)));
  return [...new Set(stored)];
}
