import type { RunOptions } from '../../loop/runs/run-options.ts';
import type { Invocation } from '../command.ts';
import { withApp } from '../open-app.ts';
import { UsageError } from '../usage-error.ts';
import { flagName, readRequest } from './run-flags.ts';

/** Starts a run as the command line asks: here, in a process of its own, or not at all. */
export function startRun(invocation: Invocation, kind: RunOptions['kind']): Promise<number> {
  const { options, json, output } = invocation;
  const request = { allow_edits: true, ...readRequest(invocation) };
  const detach = options.detach === true;
  const attended = output.isTerminal && process.stdin.isTTY === true && !json && !detach;
  if (request.interactive && !attended) {
    throw new UsageError('--interactive needs somebody to ask.', {
      hint: 'Use it on a terminal, without --json and --detach.',
    });
  }
  return withApp(invocation, async (app) => {
    const loop = await app.loop();
    const root = await loop.roots.resolve();
    const { runTerms, queueRun } = await import('../../loop/runs/start/start-run.ts');
    const dryRun = options['dry-run'] === true;
    const terms = await runTerms(loop, { root, kind, request, attended, nameOf: flagName, dryRun });
    if (dryRun) {
      const { showDryRun } = await import('./dry-run.ts');
      return showDryRun(invocation, app.sessions, terms);
    }
    for (const warning of terms.warnings) output.error(`Note: ${warning}`);
    const { id } = await queueRun(loop, root, terms.options, 'cli');
    if (detach) {
      const { startDetachedRun } = await import('../../loop/runs/start/start-detached-run.ts');
      await startDetachedRun({ program: loop.program, root, runId: id, env: invocation.env });
      if (json) output.json({ run_id: id });
      else output.line(`Started ${id}. Follow it with: ralph runs watch ${id}`);
      return 0;
    }
    const { executeHere } = await import('./execute-here.ts');
    return executeHere(invocation, app, { runId: id, ui: terms.settings.ui, attended });
  });
}
