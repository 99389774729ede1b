import type { Target } from '../../../catalog/bench/gateway/measure-calls.ts';
import type { Row } from './compare-paths.ts';
import { childrenWith, cpuMs } from './process-cpu.ts';

export interface MeasuredPath {
  readonly path: Row['path'];
  readonly target: Target;
  /** A word of the command line of the process that the callers speak to. */
  readonly process: string;
}

const turns = 3;

/** By turns, because how fast a machine is changes from one moment to the next, and all should have their share of it. */
export async function measureInTurns(
  paths: readonly MeasuredPath[],
  callers: number,
  seconds: number,
): Promise<Omit<Row, 'transport' | 'clients'>[]> {
  const { openCalling } = await import('../../../catalog/bench/gateway/measure-calls.ts');
  const open = [];
  try {
    for (const one of paths) {
      const params = one.path === 'gateway' ? throughRalph : { name: 'echo', arguments: hello };
      const calling = await openCalling({ ...one, callers, params, expected: hello.text });
      open.push({ ...one, calling, cpuMs: 0 });
    }
    for (let turn = 0; turn < turns; turn++)
      for (const one of open) {
        const before = cpuOf(one.process);
        await one.calling.callFor(seconds / turns);
        one.cpuMs += cpuOf(one.process) - before;
      }
    return open.map(({ path, calling, cpuMs }) => {
      const measured = calling.measured();
      const each = cpuMs / measured.calls;
      // Nothing used is nothing found: the system does not say.
      const perCall = each > 0 ? Math.round(each * 1000) / 1000 : null;
      return {
        path,
        ...measured,
        cpu_ms_per_call: perCall,
        gateway_cpu_ms_per_call: path === 'gateway' ? perCall : null,
      };
    });
  } finally {
    for (const { calling } of open) await calling.close();
  }
}

const hello = { text: 'hello' };
const throughRalph = { name: 'catalog_call', arguments: { tool: 'echo/echo', arguments: hello } };

function cpuOf(word: string): number {
  return childrenWith(word).reduce((sum, pid) => sum + (cpuMs(pid) ?? Number.NaN), 0);
}
