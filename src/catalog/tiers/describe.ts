import type { JsonSchema } from '../../tool/tool.ts';
import type { CatalogTool } from '../index/catalog-tool.ts';

/** The first sentence or two of a text in one line, cut at a word. */
export function brief(text: string, length: number): string {
  // No more than can matter is looked at: some descriptions are a megabyte.
  const line = text
    .slice(0, 20 * length + 1_000)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= length) return line;
  const end = line.slice(0, length + 1).search(/[.!?](?=\s[^.!?]*$)|[.!?]$/);
  if (end >= length / 3) return line.slice(0, end + 1);
  const cut = line.slice(0, length - 1);
  const word = cut.lastIndexOf(' ');
  return `${(word > length / 2 ? cut.slice(0, word) : cut).replace(/[\s,;:([{]+$/, '').replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** An id in a line of text: one that holds line ends or escape sequences must not pass for other lines. */
export function shownId(id: string): string {
  return id.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (unseen) => `\\u{${unseen.codePointAt(0)?.toString(16)}}`,
  );
}

/** `47ms`, or nothing before the first call. */
export function latencyText({ avgLatencyMs }: CatalogTool): { avg_latency?: string } {
  return avgLatencyMs === null ? {} : { avg_latency: `${Math.round(avgLatencyMs)}ms` };
}

/** `98.7%`, or nothing before the first call. */
export function successText(tool: CatalogTool): { success_rate?: string } {
  if (tool.totalInvocations === 0) return {};
  return { success_rate: `${((100 * tool.successCount) / tool.totalInvocations).toFixed(1)}%` };
}

/** Top-level types only: `string (required)`. */
export function simpleParams(tool: CatalogTool, most: number): Record<string, string> {
  const params = tool.params();
  const shown = params.slice(0, most).map(({ name, type, required }): [string, string] => {
    return [name, `${type} (${required ? 'required' : 'optional'})`];
  });
  const rest = params.length - shown.length;
  if (rest > 0) shown.push(['…', `${rest} more`]);
  return Object.fromEntries(shown);
}

/** What a tool answers with, in a few words, where it says so. */
export function returnsText(schema: JsonSchema | undefined): { returns?: string } {
  if (!schema) return {};
  const { properties, type } = schema;
  const names =
    properties !== null && typeof properties === 'object' ? Object.keys(properties) : [];
  if (names.length > 0) return { returns: brief(`object: ${names.join(', ')}`, 80) };
  return typeof type === 'string' ? { returns: brief(type, 80) } : {};
}
