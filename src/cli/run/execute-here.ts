import type { App } from '../../app/create-app.ts';
import { killLaunch } from '../../base/processes/end-launch.ts';
import { launchMark } from '../../base/processes/launched-processes.ts';
import type { ExecuteOptions } from '../../loop/runs/engine/execute-run.ts';
import type { Run } from '../../loop/runs/run.ts';
import { takeUpRun } from '../../loop/runs/start/take-up-run.ts';
import type { Invocation } from '../command.ts';
import { askToGoOn } from './ask-to-go-on.ts';
import { createRunView, type UiSettings } from './run-view.ts';

/** Works on a run in this process and shows it. Answers the exit code. */
export async function executeHere(
  invocation: Invocation,
  app: App,
  run: { readonly runId: string; readonly ui: UiSettings; readonly attended: boolean },
): Promise<number> {
  const { output, env, json } = invocation;
  const { runId, ui, attended } = run;
  const view = createRunView({ output, env, json, ui });
  const confirm = async (iteration: number) => {
    const goOn = view.pause();
    return askToGoOn(iteration, invocation).finally(goOn);
  };
  try {
    const ended = await executeInProcess(app, runId, {
      signal: invocation.askedToStop ?? invocation.signal,
      listener: view,
      ...(attended && { confirm }),
    });
    return ended.exit_code ?? 1;
  } finally {
    view.close();
  }
}

/** Works on a run in this process, which leaves nothing of the run behind however it ends. */
export async function executeInProcess(
  app: App,
  runId: string,
  options: ExecuteOptions,
): Promise<Run> {
  const services = await app.runs();
  // Everything that the run starts bears its mark, so that it can be found when there is no time left.
  const marked = { ...services, env: { ...services.env, ...launchMark(services.env, runId) } };
  // Whoever interrupts twice does not wait for the agent, and must not leave it behind either. It goes before whatever
  // else is cleared away at the end, so that it cannot write there again.
  const leaveNothing = () => killLaunch(runId);
  process.prependOnceListener('exit', leaveNothing);
  try {
    return await takeUpRun(marked, runId, options);
  } finally {
    process.removeListener('exit', leaveNothing);
  }
}
