import { isRecord } from '../../base/is-record.ts';

type Fields = { readonly [key: string]: unknown };

interface Declared {
  readonly header: string;
  readonly path: readonly string[];
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const mostDeclared = 50;
const deepest = 20;

const known = new WeakMap<object, readonly Declared[]>();

/**
 * Arguments that a schema marks with `x-mcp-header`: a server of the newer era wants them repeated in the headers of
 * the request, for whatever routes it, and refuses a call without them. Undefined when there are none.
 */
export function parameterHeaders(
  schema: unknown,
  args: Fields,
): Readonly<Record<string, string>> | undefined {
  if (!isRecord(schema)) return undefined;
  const declared = known.get(schema) ?? declaredIn(schema);
  known.set(schema, declared);
  if (declared.length === 0) return undefined;
  const headers: Record<string, string> = {};
  for (const { header, path } of declared) {
    const value = written(path.reduce<unknown>((at, key) => ownField(at, key), args));
    if (value !== undefined) headers[`Mcp-Param-${header}`] = asHeader(value);
  }
  return headers;
}

/** Only what is reached by names alone: no header can stand for one of many. */
function declaredIn(schema: Fields): readonly Declared[] {
  const found: Declared[] = [];
  const look = (at: Fields, path: readonly string[]) => {
    if (!isRecord(at.properties) || path.length > deepest) return;
    for (const [key, field] of Object.entries(at.properties)) {
      if (!isRecord(field)) continue;
      const header = field['x-mcp-header'];
      if (typeof header === 'string' && token.test(header) && found.length < mostDeclared)
        found.push({ header, path: [...path, key] });
      look(field, [...path, key]);
    }
  };
  look(schema, []);
  return found;
}

function written(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

/** Printable ASCII as it is, and the rest so that it survives a header. */
function asHeader(value: string): string {
  const isPlain =
    /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value) &&
    !(value.startsWith('=?base64?') && value.endsWith('?='));
  return isPlain ? value : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

function ownField(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
