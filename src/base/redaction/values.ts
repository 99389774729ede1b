import type { JsonValue } from '../json.ts';
import { isPlainWord, isReference } from './judgement.ts';
import { isAmbiguousName, isSecretName } from './names.ts';
import { redactText } from './text.ts';

const hidden = '[redacted:secret]';
const deepest = 64;

/**
 * A copy of any value as plain JSON without its secrets: keys whose name says secret lose their value, every
 * string goes through `redactText`. The original is never changed; cycles and hostile objects end in a marker.
 */
export function redactValue(value: unknown): JsonValue {
  return copy(value, []);
}

function copy(value: unknown, ancestors: readonly object[]): JsonValue {
  switch (typeof value) {
    case 'string':
      return redactText(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'bigint':
      return String(value);
    case 'symbol':
    case 'function':
      return `[${typeof value}]`;
    case 'object':
      break;
    default:
      return null;
  }
  if (value === null) return null;
  if (ancestors.includes(value)) return '[circular]';
  if (ancestors.length >= deepest) return '[too deep]';
  try {
    return copyObject(value, [...ancestors, value]);
  } catch {
    // A getter, proxy or toJSON that throws must not take the log entry down with it.
    return '[unreadable]';
  }
}

function copyObject(value: object, ancestors: readonly object[]): JsonValue {
  if (Array.isArray(value)) return copyArray(value, ancestors);
  if (value instanceof Error) return copyError(value, ancestors);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL || value instanceof RegExp) return redactText(String(value));
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    return `[binary, ${value.byteLength} bytes]`;
  }
  if (value instanceof Set) return copyArray([...value], ancestors);
  if (value instanceof Map || value instanceof Headers) {
    return copyEntries(
      [...value].map(([key, entry]) => [String(key), entry]),
      ancestors,
    );
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return copy(value.toJSON(), ancestors);
  }
  return copyEntries(Object.entries(value), ancestors);
}

function copyArray(items: readonly unknown[], ancestors: readonly object[]): JsonValue {
  return items.map((item, index) => {
    const before = items[index - 1];
    // `['--token', 'x']` and `['authorization', 'x']`: arguments and headers as lists.
    const named =
      typeof before === 'string' &&
      (items.length === 2 || /^--?[a-z]/i.test(before)) &&
      isSecretName(before);
    return named ? hide(item, before, ancestors) : copy(item, ancestors);
  });
}

function copyError(error: Error, ancestors: readonly object[]): JsonValue {
  const { name, message, stack, cause, ...rest } = error;
  return copyEntries(
    [
      ['name', name],
      ['message', message],
      ...Object.entries(rest),
      ['stack', stack],
      ['cause', cause],
    ],
    ancestors,
  );
}

function copyEntries(
  entries: ReadonlyArray<readonly [string, unknown]>,
  ancestors: readonly object[],
): JsonValue {
  const out: [string, JsonValue][] = [];
  const label = entries.find(([key]) => key === 'name' || key === 'key')?.[1];
  const namesSecret = typeof label === 'string' && isSecretName(label);
  for (const [key, value] of entries) {
    if (value === undefined) continue;
    const secret = isSecretName(key) ? key : key === 'value' && namesSecret ? label : undefined;
    out.push([
      redactText(key),
      secret === undefined ? copy(value, ancestors) : hide(value, secret, ancestors),
    ]);
  }
  return Object.fromEntries(out);
}

/** What stands behind a secret name. What cannot be a secret stays readable: nothing, yes or no, a count. */
function hide(value: unknown, name: string, ancestors: readonly object[]): JsonValue {
  switch (typeof value) {
    case 'string':
      return hideText(value, name);
    case 'number':
      return /token$/i.test(name) || isAmbiguousName(name) ? value : hidden;
    case 'boolean':
      return value;
    case 'object':
      // `cookie: { secure: true }` are settings; `credentials: {…}` is all secret.
      return value === null || isAmbiguousName(name) ? copy(value, ancestors) : hidden;
    default:
      return value === undefined ? null : hidden;
  }
}

function hideText(value: string, name: string): string {
  const redacted = redactText(value);
  const harmless = value === '' || (/auth$/i.test(name) && isPlainWord(value));
  // A marker that names the kind says more than the one for any secret.
  return harmless || isReference(redacted) ? redacted : hidden;
}
