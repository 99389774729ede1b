import { tokenize } from '../../base/tokenize.ts';

/** More than this is a plan, not a query. */
const mostSteps = 6;

const joints =
  /(?<=[.!?])["'”’)]*\s+(?=["'“‘(]*[\p{Lu}\p{N}])|;\s+|\n+|,?\s+(?:and then|then|after that|afterwards|and also|and finally)\b,?\s*/u;

/** The steps of an intent that names several; none when it is a single one. */
export function splitSteps(query: string): string[] {
  const steps = query
    .split(joints)
    .map((step) => step.trim())
    .filter((step) => new Set(tokenize(step)).size >= 2);
  return steps.length > 1 ? steps.slice(0, mostSteps) : [];
}
