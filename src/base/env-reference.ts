import { z } from 'zod';

/** A secret as files hold it: by the name of the variable, looked up only when it is used. */
export const reference = (variable: string) => `\${env:${variable}}`;

/** Text that may hold references, all of them well written. */
export const referable = z
  .string()
  .regex(
    /^(?:(?!\$\{env:)[\s\S]|\$\{env:[A-Za-z_][A-Za-z0-9_]*\})*$/,
    `has a broken reference; a reference is written ${reference('NAME')}`,
  );

/** A reference and nothing else, for what must never be written out. */
export const secretReference = z
  .string()
  .regex(
    /^\$\{env:[A-Za-z_][A-Za-z0-9_]*\}$/,
    `must be a reference to an environment variable, written ${reference('NAME')}`,
  );

/** The variable that a reference names, where the text is one. */
export function referencedVariable(text: string): string | undefined {
  return /^\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text)?.[1];
}

const references = /\$\{env:[A-Za-z_][A-Za-z0-9_]*\}/g;
const scheme = /^(?:(?:Bearer|Basic|Token|ApiKey|Key) +)?$/i;

/** Whether a text is a reference and nothing else, save the name of an authorization scheme before it. */
export function isReference(text: string): boolean {
  const rest = text.replace(references, '');
  return rest !== text && scheme.test(rest);
}
