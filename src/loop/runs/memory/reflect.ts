import { errorMessage } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { activeMs, judged } from '../engine/next-step.ts';
import { type PreparedRun, remember } from '../engine/run-context.ts';
import { reachesCap } from '../engine/spend.ts';
import { addedSpend } from '../run.ts';
import type { RunEvent } from '../run-event.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import { askAgent } from './ask-agent.ts';
import { readOperations, reflectionPrompt } from './reflection-prompt.ts';

const longestMs = 10 * 60_000;

/**
 * After every so many judged iterations the agent is asked what they teach, and the skillbook is changed by its
 * answer. What that costs is spent by the run, and nothing that goes wrong in it concerns the run.
 */
export async function reflectWhenDue(prepared: PreparedRun): Promise<void> {
  const { options, journal, services, signal } = prepared;
  const every = options.reflect_every;
  const iterations = await prepared.iterations();
  const last = iterations.at(-1);
  if (every === 0 || signal.aborted || !last || last.memory.reflected) return;
  const count = judged(iterations).length;
  if (judged([last]).length === 0 || count % every !== 0) return;
  const { budgets } = options;
  const run = await prepared.run();
  const leftMs = budgets.minutes * 60_000 - activeMs(run, services.clock.now());
  if (leftMs <= 0 || reachesCap(budgets, run.spend)) return;
  // Before it is done: what was broken off is not worth being paid for twice.
  const memory = { ...last.memory, reflected: true };
  await journal.write({ iteration: { key: last, patch: { memory } } });
  const event = await reflect(prepared, last, { every, leftMs }).catch(
    (thrown: unknown): RunEvent => ({ ...nothing, problem: errorMessage(thrown) }),
  );
  await journal.write({ events: [{ iteration: last.number, event }] });
}

const nothing = { kind: 'reflection', operations: 0, applied: 0 } as const;

async function reflect(
  prepared: PreparedRun,
  last: StoredIteration,
  { every, leftMs }: { readonly every: number; readonly leftMs: number },
): Promise<RunEvent> {
  const { services, runId, options, journal, signal } = prepared;
  const agent = options.agents.find(({ name }) => name === last.agent) ?? options.agents[0];
  const book = await services.memory(runId);
  const input = await book.reflectionInput(every);
  if (!agent || !input || input.iterations.length === 0) {
    return { ...nothing, problem: 'the memory has nothing to reflect on' };
  }
  const before = await prepared.run();
  const capped = new AbortController();
  const written: Promise<void>[] = [];
  const launchId = newId('reflect', services.clock);
  await remember(prepared, { gates_launch: launchId });
  const { text, problem } = await askAgent({
    agent,
    prompt: reflectionPrompt(input),
    launchId,
    dataFolder: services.dataFolder,
    env: services.env,
    signal: AbortSignal.any([
      signal,
      capped.signal,
      AbortSignal.timeout(Math.min(leftMs, longestMs)),
    ]),
    onSpend(spend) {
      const patch = { spend: addedSpend(last.spend, spend) };
      written.push(journal.write({ iteration: { key: last, patch } }));
      if (reachesCap(options.budgets, before.spend, spend)) capped.abort();
    },
  });
  await Promise.all(written);
  const read = readOperations(text);
  if (!read.ok) return { ...nothing, problem: problem ?? read.problem };
  const operations = read.operations.length;
  if (operations === 0) return { ...nothing, problem: null };
  const outcomes = await book.applyOperations(read.operations);
  if (!outcomes) return { ...nothing, operations, problem: 'the skillbook could not be changed' };
  const applied = outcomes.filter((one) => one.applied).length;
  return { kind: 'reflection', operations, applied, problem: null };
}
