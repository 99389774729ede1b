import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../../../base/file-errors.ts';
import { promise } from '../../../../loop/runs/rules/promise.ts';
import {
  notesFile,
  type SimulationSettings,
  type Workplace,
  workOneIteration,
} from './work-one-iteration.ts';

/** Not for reading: what Ralph and the benchmark put there, and the check that is run. */
const notRead = new Set(['.git', '.ralph', '.agent', 'scripts', 'check.mjs', 'ralph.yaml']);

/** The simulated agent as a program: prompt on stdin, the tree in its folder, what it says on stdout. */
export function simulateAgent(
  cwd: string,
  options: { readonly seed: string; readonly settings: SimulationSettings },
  print: (line: string) => void,
): void {
  const prompt = readFileSync(0, 'utf8');
  const outcome = workOneIteration(prompt, workplaceIn(cwd), options);
  const usage = {
    kind: 'usage',
    input_tokens: outcome.inputTokens,
    output_tokens: outcome.outputTokens,
  };
  print(`@@RALPH@@ ${JSON.stringify(usage)}`);
  print(outcome.message);
  if (outcome.complete) print(promise);
}

function workplaceIn(cwd: string): Workplace {
  return {
    files: () => filesBelow(cwd, '').filter((file) => file !== notesFile),
    read(file) {
      try {
        return readFileSync(path.join(cwd, file), 'utf8');
      } catch (thrown) {
        if (errorCode(thrown) === 'ENOENT') return undefined;
        throw thrown;
      }
    },
    write(file, text) {
      mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
      writeFileSync(path.join(cwd, file), text);
    },
    check: () => spawnSync(process.execPath, ['check.mjs'], { cwd, encoding: 'utf8' }).stdout,
  };
}

/** In the same order everywhere, so that a seed means the same. */
function filesBelow(folder: string, prefix: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => prefix !== '' || (!notRead.has(name) && !name.startsWith('.')))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = prefix + entry.name;
      return entry.isDirectory() ? filesBelow(path.join(folder, entry.name), `${name}/`) : [name];
    });
}
