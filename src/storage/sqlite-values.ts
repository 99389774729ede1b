const largestInteger = 2n ** 63n - 1n;
const smallestInteger = -(2n ** 63n);

/**
 * Both SQLite libraries cut text at its first NUL, and Postgres refuses it, but what agents print can
 * contain any character. NUL is therefore stored as a pair that starts with a Unicode noncharacter.
 */
const marker = '\ufdd0';
const escapedNul = `${marker}0`;
const escapedMarker = `${marker}1`;

function encodeText(text: string): string {
  if (!text.includes('\0') && !text.includes(marker)) return text;
  return text.replaceAll(marker, escapedMarker).replaceAll('\0', escapedNul);
}

function decodeText(text: string): string {
  if (!text.includes(marker)) return text;
  return text.replaceAll(escapedNul, '\0').replaceAll(escapedMarker, marker);
}

/** A value as SQLite can store it without loss; anything else is refused instead of becoming NULL. */
export function encodeParameter(value: unknown, position: number): unknown {
  switch (typeof value) {
    case 'string':
      return encodeText(value);
    case 'boolean':
      return value ? 1 : 0;
    case 'bigint':
      if (value > largestInteger || value < smallestInteger) {
        throw refused(position, `${value} is not a 64-bit integer`);
      }
      return value;
    case 'number':
      return encodeNumber(value, position);
    case 'undefined':
      throw refused(position, 'undefined; use null for "no value"');
    case 'object':
      if (value === null || value instanceof Uint8Array) return value;
      if (value instanceof Date) throw refused(position, 'a Date; store milliseconds');
      throw refused(position, 'an object; store JSON through the dialect');
    default:
      throw refused(position, `a ${typeof value}`);
  }
}

function encodeNumber(value: number, position: number): unknown {
  if (!Number.isFinite(value)) throw refused(position, `${value}, which SQLite cannot store`);
  // The packaged library binds whole numbers beyond 32 bits as floating point; a bigint stays whole.
  const isLargeInteger = Number.isSafeInteger(value) && value !== (value | 0);
  return isLargeInteger ? BigInt(value) : value;
}

function refused(position: number, what: string): TypeError {
  return new TypeError(`SQL parameter ${position} is ${what}.`);
}

/** Rows are read with bigints: whole numbers that fit become numbers again, larger ones stay exact. */
export function decodeRow(row: Record<string, unknown>): Record<string, unknown> {
  for (const column in row) {
    const value = row[column];
    if (typeof value === 'bigint') {
      const number = Number(value);
      if (Number.isSafeInteger(number)) row[column] = number;
    } else if (typeof value === 'string') {
      row[column] = decodeText(value);
    }
  }
  return row;
}
