import { failingNames } from '../../gates/failing-names.ts';
import { type Changes, isUntouched } from '../../guards/change.ts';
import type { Tree } from '../../guards/entry.ts';
import type { Snapshot } from '../../guards/snapshot.ts';
import type { Footprint } from '../rules/progress.ts';
import type { StoredIteration } from '../store/iteration-rows.ts';
import type { StoredRun } from '../store/run-rows.ts';
import { headCommit } from './head-commit.ts';
import { closedOf, type Judged, judgeWork } from './judge-work.ts';
import { judged as judgedIterations } from './next-step.ts';
import type { ReadyRun } from './prepare-run.ts';
import { enterPhase } from './run-context.ts';
import { judgeAgainst, runTheGates } from './run-the-gates.ts';
import { tamperingSince } from './tampering.ts';

export interface JudgedIteration extends Judged {
  readonly footprint: Footprint;
  /** The gates did not run: nothing has changed since they were green. */
  readonly reused: boolean;
}

/** Judges what an iteration left: gates, tampering, the work, and what moved. Nothing when it was called off. */
export async function judgeIteration(
  ready: ReadyRun,
  iteration: StoredIteration,
  seen: {
    readonly snapshot: Snapshot;
    readonly changes: Changes;
    readonly files: Tree;
    readonly lastText: string;
  },
): Promise<JudgedIteration | undefined> {
  const { snapshot, changes, files, lastText } = seen;
  const run = await ready.run();
  const earlier = judgedIterations(await ready.iterations());
  const untouched = isUntouched(changes);
  // Taken before the gates, which may write to the tree as well.
  const tree = untouched ? undefined : await ready.trees.fingerprint(snapshot, files);
  const commit = changes.refs.length === 0 ? undefined : await headCommit(snapshot);

  await enterPhase(ready, 'gates', iteration.number);
  const green = untouched ? lastGreen(run, earlier, iteration.memory.start_tree) : undefined;
  const gates =
    green ??
    (await runTheGates(ready, {
      folder: ready.folder,
      iteration: iteration.number,
      launchId: iteration.memory.gates_launch,
      before: run.baseline,
    }));
  if (ready.signal.aborted) return undefined;

  await enterPhase(ready, 'judging', iteration.number);
  const judgement = judgeAgainst(ready.options, gates, run.baseline ?? []);
  const known = untouched ? earlier.at(-1)?.tampering : undefined;
  const tampering = known ?? (await tamperingSince(ready, files, run));
  const start = run.memory.start_footprint;
  const before = earlier.at(-1)?.memory.footprint ?? start;
  const place = {
    commit: commit ?? before?.commit ?? '',
    // An iteration that did nothing stands where the one before stood, whatever the gates wrote since.
    tree: tree ?? before?.tree ?? iteration.memory.start_tree,
  };
  const verdict = await judgeWork(ready, await ready.run(), {
    gates,
    judgement,
    tampering,
    lastText,
    idle: ready.options.allow_edits && place.tree === start?.tree && place.commit === start.commit,
  });
  return {
    ...verdict,
    reused: green !== undefined && ready.options.gates.length > 0,
    footprint: {
      ...place,
      failures: [...failingNames(gates)],
      closed: closedOf(verdict.work),
    },
  };
}

/** The last results, when they were green and of the very tree that is there now. */
function lastGreen(
  run: StoredRun,
  earlier: readonly StoredIteration[],
  tree: string,
): StoredRun['baseline'] | undefined {
  const last = earlier.findLast(({ status }) => status === 'accepted');
  const results = last ? last.gates : run.baseline;
  const judgedTree = (last?.memory.footprint ?? run.memory.start_footprint)?.tree;
  if (!results || judgedTree !== tree) return undefined;
  const judgement = judgeAgainst(run.options, results, run.baseline ?? []);
  return judgement.green ? results : undefined;
}
