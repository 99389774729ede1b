/** A value in TOML's one-line form, as `-c key=value` takes it. */
export function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{${entries.map(([key, field]) => `${JSON.stringify(key)}=${toml(field)}`).join(',')}}`;
  }
  // TOML reads every string that JSON writes, except for the one control character that JSON leaves as it is.
  return JSON.stringify(value).replaceAll('\u007f', '\\u007F');
}
