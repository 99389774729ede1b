import { isRecord } from '../../../base/is-record.ts';

export type Fields = Readonly<Record<string, unknown>>;

const nothing: Fields = Object.freeze({});
// biome's rule on control characters is about typing errors; these are the ones that terminals understand.
const terminalCodes = new RegExp(`^(?:${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z])+`);

/** The object that a line holds, or nothing: programs print warnings and progress between their events. */
export function parseJsonLine(line: string): Fields | undefined {
  const text = line.replace(terminalCodes, '').trim();
  if (!text.startsWith('{')) return undefined;
  try {
    return fields(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The fields of a value that should be an object; none when it is something else. */
export function fields(value: unknown): Fields {
  return isRecord(value) ? value : nothing;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/** Text as it stands, the text parts of MCP content, or JSON for anything else. */
export function outputText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  const parts = list(value).map((part) => text(fields(part).text));
  return parts.some((part) => part !== '') ? parts.join('\n') : JSON.stringify(value);
}
