import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { sharedFolder } from '../../../test/support/scratch-folder.ts';
import { problemPlace } from '../validate/problem-text.ts';
import { validationSchema } from '../validate/validation.ts';
import { callLoopTool } from './call-loop-tool.ts';
import { contentsOf, fakeProgram, temporaryFolder, writeFiles } from './temporary-folder.ts';

const home = sharedFolder();
export const bin = sharedFolder();
for (const name of ['claude', 'npm']) fakeProgram(bin, name);
export const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home };

/** Where everything is in place. Tests change copies of it: see `project`. */
export const complete = sharedFolder();
writeFiles(complete, { 'package.json': '{"scripts":{"test":"jest"}}' });
await callLoopTool('ralph_init', {}, { root: complete, env });
writeFiles(complete, { 'scripts/ralph/prompt.md': 'Make it faster.\n' });
git('init', '-q');
git('add', '.');
git('commit', '-qm', 'Start');

function git(...args: string[]): void {
  execFileSync('git', ['-C', complete, '-c', 'user.name=x', '-c', 'user.email=x@y', ...args]);
}

/** A repository in which everything is in place; files given here replace or add. */
export function project(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const root = temporaryFolder();
  cpSync(complete, root, { recursive: true });
  // The generated server names the folder that it was made for.
  rmSync(path.join(root, '.ralph/mcp'), { recursive: true });
  writeFiles(root, files);
  return root;
}

/** Validates, which must change nothing. */
export async function validate(root: string, input: object = {}, environment: typeof env = env) {
  const before = contentsOf(root);
  const outcome = await callLoopTool('ralph_validate', input, { root, env: environment });
  expect(contentsOf(root)).toEqual(before);
  if (!outcome.ok) throw new Error(`refused: ${outcome.error.message}`);
  return validationSchema.parse(outcome.structured);
}

/** What a person reads of the problems. */
export async function problems(root: string, input: object = {}, environment: typeof env = env) {
  const result = await validate(root, input, environment);
  expect(result.ok).toBe(result.problems.every(({ severity }) => severity === 'warning'));
  return result.problems
    .map(
      (problem) =>
        `${problem.severity} ${problem.code}: ${problemPlace(problem)}${problem.message}\n→ ${problem.fix}`,
    )
    .join('\n')
    .replaceAll(root, 'ROOT');
}
