export const promise = '<promise>COMPLETE</promise>';

/**
 * Whether the agent's last non-empty line is the promise, alone. Anywhere else it may be an echo of the
 * prompt or talk about the promise, and says nothing.
 */
export function promisesCompletion(assistantText: string): boolean {
  const lines = assistantText.split(/\r?\n/).map((line) => line.trim());
  return lines.findLast((line) => line !== '') === promise;
}
