import { referencedVariable } from '../../base/env-reference.ts';
import type { ContextInspection } from '../../context/inspect-context.ts';
import type { EmbeddingSettings } from '../../embedding/create-embedder.ts';
import type { ModelInspection } from '../../embedding/local/inspect-model.ts';
import { type CheckGroup, type CheckResult, fail, ok, warn } from './check.ts';
import { describeDatabase } from './database.ts';

/** The memory across iterations and the model that it is searched with. Without either a run goes on. */
export const memory: CheckGroup = {
  name: 'memory',
  async run({ settings: settingsOf, inspectContext, inspectModel, env }) {
    const settings = (await settingsOf())?.learning;
    if (!settings) return [];
    if (!settings.enabled || !settings.mcp_context.enabled) {
      return [ok('memory', 'Switched off in ralph.yaml')];
    }
    const { embeddings } = settings.mcp_context;
    const model =
      embeddings.provider === 'local'
        ? describeModel(await inspectModel())
        : describeService(embeddings, env);
    return [model, ...describeMemory(await inspectContext(settings.mcp_context))];
  },
};

export function describeModel({ model, folder, problems }: ModelInspection): CheckResult {
  const [first] = problems;
  if (first === undefined)
    return ok('model', `${model} in ${folder}, complete; its run-time loads`);
  const missing = problems.some((problem) => problem.includes('onnxruntime-node'));
  return warn(
    'model',
    `${problems.join(' ')} Memory and catalog are searched by words alone until it is there.`,
    missing
      ? 'Install Ralph again with its optional packages: npm install -g ralph --include=optional (in a clone: npm ci --include=optional).'
      : 'Install Ralph again: npm install -g ralph (in a clone: node scripts/fetch-model.mjs).',
  );
}

function describeService(
  { provider, model, base_url, api_key }: EmbeddingSettings,
  env: Readonly<Record<string, string | undefined>>,
): CheckResult {
  if (provider === 'none') return ok('model', 'Switched off: memory is searched by words alone');
  const variable = referencedVariable(api_key ?? '');
  const what = `${model} at ${base_url ?? 'OpenAI'}`;
  if (variable === undefined || env[variable] || base_url !== undefined) return ok('model', what);
  return warn(
    'model',
    `${what} needs ${variable}, which is not set; until then memory is searched by words alone`,
    `Set ${variable}, or set learning.mcp_context.embeddings.provider to local in ralph.yaml.`,
  );
}

export function describeMemory(found: ContextInspection): CheckResult[] {
  const { folder, database, sizeBytes, items, indexProblems, openProblem, backendProblem } = found;
  const results: CheckResult[] = backendProblem
    ? [fail('memory backend', backendProblem.message, backendProblem.hint)]
    : [];
  if (folder === undefined || !database) {
    return [...results, ok('memory', 'Kept only as long as a process or a run lasts')];
  }
  if (database.status !== 'ok') return [...results, describeDatabase('memory', database)];
  if (openProblem) return [...results, fail('memory', openProblem.message, openProblem.hint)];
  if (indexProblems.length > 0) {
    return [
      ...results,
      warn(
        'memory',
        `The index of ${database.file}: ${indexProblems.join('; ')}`,
        'Run "ralph context reindex": it is made anew from the items.',
      ),
    ];
  }
  const count = items === undefined ? '' : `${items} item${items === 1 ? '' : 's'}, `;
  return [
    ...results,
    ok('memory', `${folder}: ${count}${(sizeBytes / 1024 ** 2).toFixed(1)} MB, no damage found`),
  ];
}
