/** A copy of a JSON value with every text in it replaced, names included. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (value === null || typeof value !== 'object') return value;
  return mapRecord(value, change);
}

export function mapRecord(
  record: object,
  change: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, item]) => [change(key), mapStrings(item, change)]),
  );
}
