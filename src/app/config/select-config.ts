import { UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import { formatPath, parsePath } from './config-path.ts';
import { sectionsWith, settingAt, settingPaths } from './describe-setting.ts';
import { configJsonSchema } from './json-schema.ts';
import { isTree, leavesOf, type Source, sourceAt, sourceText, valueAt } from './layer.ts';
import type { LoadedConfig } from './load-config.ts';
import { printable } from './printable.ts';

export interface ShownSetting {
  readonly path: string;
  readonly value: unknown;
  readonly source: Source;
  readonly sourceText: string;
}

/** The part of a configuration that a path names, fit to be shown, and its settings one by one. */
export function selectConfig(
  { config, sources }: LoadedConfig,
  pathText: string,
): { value: unknown; settings: ShownSetting[] } {
  const path = parsePath(pathText);
  const tree = printable(config);
  const value = valueAt(tree, path);
  if (value === undefined) throw notThere(pathText);
  const leaves = isTree(value) ? leavesOf(value, path) : [{ path, value }];
  return {
    value,
    settings: leaves.map((leaf) => {
      const source = sourceAt(sources, leaf.path);
      return {
        path: formatPath(leaf.path),
        value: leaf.value,
        source,
        sourceText: sourceText(source),
      };
    }),
  };
}

function notThere(pathText: string): UserError {
  const schema = configJsonSchema();
  const path = parsePath(pathText);
  const setting = settingAt(schema, path);
  if (setting) {
    return new UserError(`${pathText} is not set, and has no default.`, {
      hint: `Set it in ralph.yaml if you need it. ${setting.description ?? ''}`.trim(),
    });
  }
  const key = String(path.at(-1));
  const elsewhere = sectionsWith(schema, key)[0];
  const suggestion = elsewhere
    ? ` Did you mean "${formatPath([...elsewhere, key])}"?`
    : didYouMean(pathText, settingPaths(schema));
  return new UserError(`No setting is called "${pathText}".${suggestion}`, {
    hint: 'Run `ralph config show` to see all settings.',
    exitCode: 2,
  });
}
