import { expect, test } from 'vitest';
import { sampleIterations, sampleRun } from '../../loop/runs/testing/sample-run.ts';
import { styleFor } from '../terminal/style.ts';
import { capturedOutput } from '../testing/captured-output.ts';
import { iterationTable } from './iteration-table.ts';

test('a gate that is red with old failures only is told from one that counts', () => {
  const red = { ...sampleIterations.flatMap(({ gates }) => gates)[0], name: 'test', ok: false };
  const style = styleFor({ output: capturedOutput().output, env: {} });
  const shown = (new_failures: readonly string[]) =>
    iterationTable(
      {
        run: sampleRun,
        iterations: sampleIterations.slice(-1).map((one) => ({
          ...one,
          gates: one.gates.slice(0, 1).map((gate) => ({ ...gate, ...red })),
          judgement: { green: new_failures.length === 0, new_failures, forgiven: [], reason: '' },
        })),
        events: [],
        answers: new Map(),
        isAlive: false,
        now: new Date(0),
      },
      style,
      { fit: false },
    );
  expect(shown([])).toContain('! test as before');
  expect(shown(['test: adds'])).toContain('✗ test');
  expect(shown(['test'])).not.toContain('as before');
});
