import { endLaunch } from '../../../base/processes/end-launch.ts';
import { ownMark } from '../../guards/own-mark.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import { endIteration } from './end-iteration.ts';
import type { PreparedRun, RunContext } from './run-context.ts';
import { takeBack } from './take-back.ts';

/** Nothing that a dead process left running may change the files while they are looked at. */
export async function endLeftovers(context: RunContext): Promise<void> {
  const { memory } = await context.run();
  if (memory.worker !== undefined && memory.worker !== ownMark) {
    await endLaunch({ id: memory.worker });
  }
  if (memory.gates_launch !== undefined) await endLaunch({ id: memory.gates_launch });
  for (const { launch_id, memory: own } of await brokenOff(context)) {
    await endLaunch({ id: launch_id });
    await endLaunch({ id: own.gates_launch });
  }
}

/** Goes back to the start of what was broken off, and says how to get at what it had done. */
export async function recover(
  prepared: PreparedRun,
  why = 'Ralph itself was ended',
): Promise<string | null> {
  let howToRecover: string | null = null;
  for (const iteration of await brokenOff(prepared)) {
    const { rejection, memory } = await takeBack(prepared, iteration, { kind: 'partial', why });
    howToRecover = rejection.how_to_recover;
    await endIteration(prepared, iteration, {
      status: 'abandoned',
      verdict: why,
      rejection,
      memory,
    });
  }
  return howToRecover;
}

async function brokenOff(context: RunContext): Promise<StoredIteration[]> {
  return (await context.iterations()).filter(({ status }) => status === 'running');
}
