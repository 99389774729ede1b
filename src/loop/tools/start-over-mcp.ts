import type { z } from 'zod';
import type { ToolCall } from '../../tool/define-tool.ts';
import type { RunOptions } from '../runs/run-options.ts';
import type { RunRequest } from '../runs/start/run-request.ts';
import { startDetachedRun } from '../runs/start/start-detached-run.ts';
import { queueRun, runTerms } from '../runs/start/start-run.ts';
import { runStore } from '../runs/store/run-store.ts';
import { waitForRun } from '../runs/wait-for-run.ts';
import type { LoopServices } from '../services.ts';
import { answerOf, type startedRunSchema } from './started-run.ts';

/** Long enough to hear of a run that fails at once, and an answer within two seconds. */
const firstLookMs = 1_500;

/** Starts a run in a process of its own and answers with how far it got in the time given. */
export async function startOverMcp(
  { services, caller, signal, progress }: ToolCall<LoopServices>,
  kind: RunOptions['kind'],
  input: RunRequest & { readonly root?: string | undefined; readonly wait_s?: number | undefined },
): Promise<z.input<typeof startedRunSchema>> {
  const began = performance.now();
  const { root: named, wait_s, ...request } = input;
  const root = await services.roots.resolve(named);
  const wish = { root, kind, request, attended: false, nameOf: (field: string) => field };
  const { options, warnings } = await runTerms(services, wish);
  const { id } = await queueRun(services, root, options, caller.via === 'cli' ? 'cli' : 'mcp');
  const { program, env } = services;
  await startDetachedRun({ program, root, runId: id, env });

  const store = runStore(await services.database(root), services.clock);
  const run = await waitForRun({
    store,
    runId: id,
    after: 0,
    waitMs: (wait_s === undefined ? firstLookMs : wait_s * 1000) - (performance.now() - began),
    signal,
    ...(progress && { progress }),
    enough: ({ status }) => wait_s === undefined && status !== 'queued',
  });
  return { ...answerOf(run, await store.iterations(id)), warnings: [...warnings] };
}
