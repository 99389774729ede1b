/** Enough to find what refers to something; the rest is counted. */
export const namesShown = 20;

/** `3 tasks (#1, #2, #7)`. */
export function tasksNamed(total: number, first: readonly { readonly id: number }[]): string {
  const ids = first.slice(0, namesShown).map(({ id }) => `#${id}`);
  const rest = total > ids.length ? ', …' : '';
  return `${total} ${total === 1 ? 'task' : 'tasks'} (${ids.join(', ')}${rest})`;
}

/** `2 features (auth, billing)`. */
export function featuresNamed(names: readonly string[]): string {
  const shown = names.slice(0, namesShown);
  const rest = names.length > shown.length ? ', …' : '';
  return `${names.length} ${names.length === 1 ? 'feature' : 'features'} (${shown.join(', ')}${rest})`;
}
