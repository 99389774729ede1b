import { ToolError } from '../../base/errors.ts';
import type { RawCallResult } from '../connections/call-options.ts';
import { shortenResult } from './shorten-result.ts';

export function unknownTool(toolId: string, similar: readonly string[]): ToolError {
  const meant = similar.length > 0 ? ` Did you mean ${similar.slice(0, 3).join(' or ')}?` : '';
  return new ToolError('not_found', `There is no tool "${toolId}" in the catalog.${meant}`, {
    hint: 'Find tools with catalog_search. If the server is new, a person has to run: ralph catalog sync',
  });
}

export function inQuarantine(toolId: string, why: string): ToolError {
  return new ToolError('not_allowed', `${toolId} is in quarantine: ${why}`, {
    hint: `Use another tool. A person can look at the change and approve it: ralph catalog approve ${toolId}`,
  });
}

/** What the server said is shown as what it said, not as Ralph's own words. */
export function toolFailed(toolId: string, result: RawCallResult): ToolError {
  const { content } = shortenResult(result, { text: 1_500, structured: 0 });
  const said = content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');
  return new ToolError('execution_failed', `${toolId} answered with an error: ${said}`, {
    hint: `The text is from its server. Correct the arguments (catalog_schema ${toolId}) or use another tool.`,
  });
}

export function unusableResult(toolId: string): ToolError {
  return new ToolError('execution_failed', `${toolId} answered with data nested too deeply.`, {
    hint: 'It was called and did answer. Ask it for less, or use another tool.',
  });
}
