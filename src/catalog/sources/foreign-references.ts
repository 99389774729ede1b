import { reference } from '../../base/env-reference.ts';

/** Ways other programs write a variable of the environment, and what stands for other things there. */
const rules: readonly [RegExp, (...groups: string[]) => string][] = [
  [/\$\{workspaceFolder\}|\$\{workspaceRoot\}/g, () => '.'],
  [/\$\{userHome\}/g, () => reference('HOME')],
  [/\$\{input:([^}]+)\}/g, (_, id = '') => reference(variableName(id))],
  [/(?<!\$)\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name = '') => reference(name)],
  [/\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-[^}]*)?\}/g, (_, name = '') => reference(name)],
  [/^\$([A-Za-z_][A-Za-z0-9_]*)$/g, (_, name = '') => reference(name)],
];

/** A text of another program's file with its references written our way. */
export function ourReferences(text: string): string {
  return rules.reduce((result, [pattern, replace]) => result.replace(pattern, replace), text);
}

/** `my-api.key` as `MY_API_KEY`. */
export function variableName(...parts: readonly string[]): string {
  const name = parts
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}
