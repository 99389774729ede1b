import { defineResource, type Resource } from '../resource.ts';
import { answerOf, type ToolScope, watchAnswer } from './tool-answers.ts';

const tool = 'ralph_run_status';

const runResource = defineResource<ToolScope>({
  uriTemplate: 'ralph://runs/{id}',
  name: 'run',
  title: 'Run',
  description: 'How a run stands, as ralph_run_status answers it; "latest" is the newest run.',
  mimeType: 'application/json',
  read: async ({ id }, scope) => ({ text: await answerOf(tool, { run_id: id }, scope) }),
  watch: ({ id }, scope, notify) =>
    watchAnswer(() => answerOf(tool, { run_id: id }, scope), notify),
});

/** Runs as resources, where the tool that reads them is served. */
export function runResources(scope: ToolScope): readonly Resource[] {
  const known = scope.registry.get(tool);
  return known && scope.policy.check(known, {}).allowed ? [runResource.bind(scope)] : [];
}
