import { detectGates } from '../../loop/gates/detect-gates.ts';
import { gateObstacle } from '../../loop/gates/gate-runnable.ts';
import { readProjectFiles } from '../../loop/gates/project-files.ts';
import { type CheckGroup, type CheckResult, fail, ok, warn } from './check.ts';

/** Whether the commands that prove work could start; none of them is run. */
export const gates: CheckGroup = {
  name: 'gates',
  async run({ root, env, settings }) {
    const configured = (await settings())?.gates;
    const found = configured ?? detectGates(await readProjectFiles(root));
    if (found.length === 0) {
      return [
        warn(
          'gates',
          'No gate is set and none was detected, so nothing can prove that work is done',
          'Add a command under gates in ralph.yaml, for example { name: test, run: "npm test" }.',
        ),
      ];
    }
    const results: CheckResult[] = [];
    for (const gate of found) {
      const { name, run } = gate;
      const from = 'detected_from' in gate ? gate.detected_from : null;
      const obstacle = await gateObstacle(run, { root, env, from });
      results.push(
        obstacle
          ? fail(`gate ${name}`, `${run}: ${obstacle.message}`, obstacle.fix)
          : ok(`gate ${name}`, `${run}${configured ? '' : ' (detected)'}`),
      );
    }
    return results;
  },
};
