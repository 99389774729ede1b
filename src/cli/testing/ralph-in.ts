import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { commandTree } from '../command-tree.ts';
import { reportFailure } from '../report-failure.ts';
import { runProgram } from '../run-program.ts';
import { capturedOutput } from './captured-output.ts';

export interface RalphIn {
  readonly root: string;
  /** The program without its process: words are parsed, mistakes are reported, exit codes decided. */
  run(...words: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /** What a command that must succeed prints. */
  text(...words: readonly string[]): Promise<string>;
  /** What a command prints with `--json`, whatever its exit code. */
  json(...words: readonly string[]): Promise<unknown>;
  /** What a command that must fail says. */
  error(...words: readonly string[]): Promise<string>;
}

/** A folder of the test's own, and Ralph in it. */
export function ralphInTemporaryFolder(
  options: { readonly terminal?: boolean; readonly color?: boolean } = {},
): RalphIn {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ralph-commands-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));

  async function run(...argv: readonly string[]) {
    const { output, stdout, stderr } = capturedOutput(options.terminal);
    const { signal } = new AbortController();
    const env = { HOME: root, ...(options.color !== true && { NO_COLOR: '1' }) };
    const program = { tree: commandTree, argv, env, cwd: root, output, signal };
    const code = await runProgram(program).catch((thrown: unknown) =>
      reportFailure(thrown, program, { colorStderr: false }),
    );
    return { code, stdout: stdout(), stderr: stderr() };
  }

  return {
    root,
    run,
    async text(...words) {
      const { code, stdout, stderr } = await run(...words);
      if (code !== 0) throw new Error(`${words.join(' ')} exited ${code}: ${stdout}${stderr}`);
      return stdout;
    },
    async json(...words) {
      return JSON.parse((await run(...words, '--json')).stdout);
    },
    async error(...words) {
      const { code, stdout, stderr } = await run(...words);
      if (code === 0) throw new Error(`${words.join(' ')} did not fail: ${stdout}`);
      return stderr;
    },
  };
}
