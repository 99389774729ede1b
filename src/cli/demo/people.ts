import { spawn } from 'node:child_process';
import { UserError } from '../../base/errors.ts';
import type { Throwaway } from './throwaway.ts';

/** Runs Ralph as a person at another terminal would, and answers what it printed. */
export function ralphCommand(
  { root, env }: Pick<Throwaway, 'root' | 'env'>,
  program: string,
  words: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], {
      cwd: root,
      env,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else {
        const hint = 'Run the demo again with --keep, and then this command in its folder.';
        reject(new UserError(`ralph ${words.join(' ')} failed: ${output.trim()}`, { hint }));
      }
    });
  });
}

/** As one would type it. */
export function typed(words: readonly string[]): string {
  return ['ralph', ...words]
    .map((word) => (/^[\w./-]+$/.test(word) ? word : `"${word}"`))
    .join(' ');
}
