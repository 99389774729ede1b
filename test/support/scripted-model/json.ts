export type Json = Readonly<Record<string, unknown>>;

export function object(value: unknown): Json {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

export function objects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(object) : [];
}

export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function sse(event: Json, named = false): string {
  return `${named ? `event: ${string(event.type)}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
}

/** Names of the calls whose ids were answered, in the order of the calls. */
export function answeredNames(
  calls: readonly { readonly id: string; readonly name: string }[],
  answers: readonly string[],
): string[] {
  return calls.filter(({ id }) => answers.includes(id)).map(({ name }) => name);
}
