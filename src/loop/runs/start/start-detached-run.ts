import { spawn } from 'node:child_process';
import { errorMessage, ToolError } from '../../../base/errors.ts';
import { withoutLaunchMark } from '../../../base/processes/launched-processes.ts';

/**
 * Starts a process that works on a run by itself: whoever started it may end, and the run goes on. It has no
 * streams; everything it has to say is in the run's log and rows.
 */
export async function startDetachedRun(options: {
  readonly program: string;
  readonly root: string;
  readonly runId: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<void> {
  const { program, root, runId } = options;
  const child = spawn(
    process.execPath,
    [program, 'runs', 'resume', runId, '--root', root, '--unattended'],
    { cwd: root, env: withoutLaunchMark(options.env), detached: true, stdio: 'ignore' },
  );
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      reject(
        new ToolError(
          'execution_failed',
          `The run could not be given a process: ${errorMessage(cause)}.`,
          { hint: `Try again: ralph runs resume ${runId}`, cause },
        ),
      );
    });
  });
  child.unref();
}
