import { configChanges } from './config-changes.ts';
import type { ChangedFile, TamperFinding } from './finding.ts';
import { gateScriptChanges } from './gate-script-changes.ts';
import type { GateSource } from './gate-sources.ts';
import { prdChanges } from './prd-changes.ts';
import { testChanges } from './test-changes.ts';

/**
 * The edits of a run that could make its gates say yes without the work. `changes` go from the start of the run
 * to now, so that a test that the run itself wrote may be rewritten.
 */
export function findTampering(
  changes: readonly ChangedFile[],
  run: {
    readonly gateSources: readonly GateSource[];
    /** The PRD, when the run works on one. */
    readonly prdFile?: string | undefined;
  },
): readonly TamperFinding[] {
  const prd = changes.find(({ path }) => path === run.prdFile);
  const found = [
    ...gateScriptChanges(changes, run.gateSources),
    ...configChanges(changes),
    ...testChanges(changes),
    ...(prd ? prdChanges(prd) : []),
  ];
  return found.filter(
    ({ kind, message }, at) =>
      found.findIndex((other) => other.kind === kind && other.message === message) === at,
  );
}
