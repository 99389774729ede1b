/** The names of what differs between two states of a record, leaving out the time of the change itself. */
export function changedFields(before: object, after: object): string[] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after)
    .filter(([key, value]) => JSON.stringify(was.get(key)) !== JSON.stringify(value))
    .map(([key]) => key)
    .filter((key) => key !== 'updated_at');
}
