import { detectGates } from '../../gates/detect-gates.ts';
import { gateObstacle } from '../../gates/gate-runnable.ts';
import { readProjectFiles } from '../../gates/project-files.ts';
import { loopFiles } from '../../loop-files.ts';
import type { Check } from '../check.ts';
import type { Problem } from '../problem.ts';

export const gatesCheck: Check = {
  name: 'gates',
  applies: ({ settings }) => settings !== undefined,
  async run({ root, settings, services }) {
    const gates = settings?.gates ?? detectGates(await readProjectFiles(root));
    if (gates.length === 0) {
      return [
        {
          severity: 'warning',
          code: 'no_gates',
          message: 'No gate is set and none was detected, so nothing can prove that work is done.',
          fix: `Add a command under gates in ${loopFiles.config}, for example { name: test, run: "npm test" }.`,
        },
      ];
    }
    const problems: Problem[] = [];
    for (const gate of gates) {
      const obstacle = await gateObstacle(gate.run, {
        root,
        env: services.env,
        from: 'detected_from' in gate ? gate.detected_from : null,
      });
      if (!obstacle) continue;
      problems.push({
        severity: 'error',
        code: 'gate_not_runnable',
        message: `The gate "${gate.name}" (${gate.run}) cannot run: ${obstacle.message}`,
        fix: obstacle.fix,
      });
    }
    return problems;
  },
};
