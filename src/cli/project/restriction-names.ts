import { didYouMean } from '../../base/suggest.ts';
import type { Invocation } from '../command.ts';
import { withApp } from '../open-app.ts';
import { UsageError } from '../usage-error.ts';

/** A restriction that restricts nothing is a mistake that somebody would rely on. */
export function refuseUnknownTools(
  invocation: Invocation,
  patterns: readonly string[],
): Promise<void> {
  return withApp(invocation, async (app) => {
    if (patterns.length === 0) return;
    const tools = (await app.registry()).list();
    const known = new Set(tools.flatMap(({ name, category }) => [name, `${category}.*`]));
    const unknown = patterns.filter((pattern) => !known.has(pattern));
    if (unknown.length === 0) return;
    const named = unknown.map((pattern) => `"${pattern}"${didYouMean(pattern, known)}`);
    throw new UsageError(`Neither a tool nor a category: ${named.join(' ')}`, {
      hint: `"ralph tool list" shows every tool. Categories: ${[...known].filter((name) => name.endsWith('.*')).join(', ')}.`,
    });
  });
}

export function refuseUnknownRecipe(invocation: Invocation, name: string): Promise<void> {
  return withApp(invocation, async (app) => {
    const { resolveRecipe } = await import('../../session/recipes/resolve-recipe.ts');
    resolveRecipe(name, await app.sessions.settings());
  });
}
