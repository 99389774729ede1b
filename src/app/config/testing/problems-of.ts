import { loadConfig } from '../load-config.ts';
import { ConfigError, problemText } from '../problem.ts';

/** The text of every problem that loading runs into; a configuration without problems fails the test. */
export async function problemsOf(options: Parameters<typeof loadConfig>[0]): Promise<string[]> {
  const error = await loadConfig(options).catch((thrown: unknown) => thrown);
  if (!(error instanceof ConfigError)) throw new Error(`no ConfigError: ${String(error)}`);
  return error.problems.map((problem) => problemText(problem).trim());
}

/** By what is wrong: a ralph.yaml, and the lines of the one problem it has. */
export type Mistakes = Readonly<Record<string, readonly [yaml: string, ...problem: string[]]>>;
