import path from 'node:path';
import { errorMessage } from '../../base/errors.ts';
import { modelFileNames, modelRuntime, readModelFile } from './load-model.ts';
import model from './model.json' with { type: 'json' };
import { packageFolder } from './package-folder.ts';

export interface ModelInspection {
  readonly model: string;
  readonly folder: string;
  /** What keeps it from being loaded, each part on its own; empty when it can be. */
  readonly problems: readonly string[];
}

/** Whether the local model is complete and its run-time loads. Loads the run-time and not the model. */
export async function inspectModel(
  folder: string = path.join(packageFolder(), 'models', model.name),
): Promise<ModelInspection> {
  // As where the model is loaded: its run-time would report to its maker.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  const checks = [...modelFileNames.map((name) => readModelFile(folder, name)), modelRuntime()];
  const problems: string[] = [];
  for (const outcome of await Promise.allSettled(checks)) {
    if (outcome.status === 'rejected') problems.push(errorMessage(outcome.reason));
  }
  return { model: model.name, folder, problems };
}
