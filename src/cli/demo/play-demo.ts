import { type App, createApp } from '../../app/create-app.ts';
import { programFile } from '../../app/program.ts';
import { syncCatalog } from '../../catalog/index/sync.ts';
import type { RunListener } from '../../loop/runs/run-listener.ts';
import { queueRun, runTerms } from '../../loop/runs/start/start-run.ts';
import type { Invocation } from '../command.ts';
import { executeInProcess } from '../run/execute-here.ts';
import { flagName } from '../run/run-flags.ts';
import { type Evidence, gatherEvidence } from './evidence.ts';
import { createNarrator } from './narrator.ts';
import { ralphCommand, typed } from './people.ts';
import type { Telling } from './telling.ts';
import type { Throwaway } from './throwaway.ts';

/** What the person of the demo types while the run waits. */
const personTypes: readonly (readonly string[])[] = [
  ['task', 'split', '3', '--part', 'Text receipts', '--part', 'CSV receipts'],
  ['answer', '1', 'Germany (DE)'],
];

/** Plays the demo in its folder: an ordinary run of its tasks, told as it happens. Answers what the run left behind. */
export async function playDemo(
  { logger, signal }: Pick<Invocation, 'logger' | 'signal'>,
  place: Throwaway,
  telling: Telling,
): Promise<Evidence> {
  const { root, env } = place;
  await ralphCommand(place, programFile(), ['task', 'import', 'tasks.md', '--create'], signal);
  const app = createApp({ roots: [root], env, logger });
  try {
    await syncCatalog(await app.catalog(), { signal });
    const loop = await app.loop();
    const wish = { root, kind: 'run', request: { allow_edits: true, tasks: true } } as const;
    const terms = await runTerms(loop, { ...wish, attended: false, nameOf: flagName });
    const { id } = await queueRun(loop, root, terms.options, 'cli');
    return await playRun(app, id, { place, telling, signal });
  } finally {
    await app.close();
  }
}

async function playRun(
  app: App,
  runId: string,
  given: { readonly place: Throwaway; readonly telling: Telling; readonly signal: AbortSignal },
): Promise<Evidence> {
  const { place, telling } = given;
  const failure = new AbortController();
  const signal = AbortSignal.any([given.signal, failure.signal]);
  const narrator = createNarrator(app, telling, runId);

  async function actAsPerson(): Promise<void> {
    await narrator.settled();
    telling.why('The demo types for you now, as you would at another terminal.');
    for (const words of personTypes) {
      telling.command(typed(words), await ralphCommand(place, programFile(), words, signal));
    }
  }
  let person: Promise<void> | undefined;
  const quiet = () => {};
  const listener: RunListener = {
    event(recorded) {
      narrator.event(recorded);
      // Without its person the run would wait for good.
      if (recorded.event.kind !== 'waiting' || person) return;
      person = actAsPerson();
      person.catch((thrown: unknown) => failure.abort(thrown));
    },
    prompt: quiet,
    agentText: quiet,
    agentLine: quiet,
    gateLine: quiet,
  };
  await executeInProcess(app, runId, { signal, listener });
  given.signal.throwIfAborted();
  await person;
  await narrator.settled();
  return gatherEvidence(app, runId);
}
