import { ToolError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { Registry } from '../../tool/registry.ts';
import type { Tool } from '../../tool/tool.ts';

export function findTool(registry: Registry, name: string): Tool {
  const tool = registry.get(name);
  if (tool) return tool;
  const names = registry.list().map((each) => each.name);
  throw new ToolError('not_found', `No tool is called "${name}".${didYouMean(name, names)}`, {
    hint: 'Run "ralph tool list" to see them all.',
  });
}
