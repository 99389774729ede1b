import type { z } from 'zod';
import { closest } from '../../base/suggest.ts';
import { type ConfigPath, formatPath } from './config-path.ts';
import { exampleAt, expectation, sectionsWith, settingAt, shownValue } from './describe-setting.ts';
import type { ConfigJsonSchema } from './json-schema.ts';
import { isTree, type Source, valueAt } from './layer.ts';
import { type ConfigProblem, newProblem } from './problem.ts';

/** What the explanation of an issue needs to know about the values it was found in. */
export interface Checked {
  readonly schema: ConfigJsonSchema;
  readonly values: unknown;
  sourceOf(path: ConfigPath): Source;
}

/** A finding of the schema, in words that say where it is, what is wrong and what to do. */
export function explainIssue(issue: z.core.$ZodIssue, checked: Checked): ConfigProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(path, key, checked));
  }
  const value = valueAt(checked.values, path);
  const shown = shownValue(value, String(path.at(-1)));
  const setting = settingAt(checked.schema, path);
  const problem = (message: string, hint: string) => [problemAt(checked, path, message, hint)];

  if (issue.code === 'custom') return problem(issue.message, hintOf(issue.params));
  if (issue.code === 'invalid_key') {
    const [reason] = issue.issues;
    return problem(`${shownValue(path.at(-1))} ${reason?.message ?? issue.message}.`, 'Rename it.');
  }
  const example = exampleHint(checked.schema, checked.sourceOf(path), path);
  if (value === undefined) return problem('is missing.', `Add it. ${example}`);
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String);
    const near = typeof value === 'string' ? closest(value, choices) : undefined;
    const suggestion = near === undefined ? '' : ` Did you mean "${near}"?`;
    return problem(
      `${shown} is not a choice here.${suggestion}`,
      `Choose one of: ${choices.join(', ')}.`,
    );
  }
  if (issue.code === 'invalid_format') {
    return problem(`${shown} ${issue.message}.`, example);
  }
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return problem('is empty.', example);
  }
  if (issue.code === 'too_small' && issue.origin === 'array') {
    return problem('is an empty list, and needs at least one item.', example);
  }
  return problem(`must be ${expectation(setting)}, not ${shown}.`, example);
}

function unknownKey(path: ConfigPath, key: string, checked: Checked): ConfigProblem {
  const here = [...path, key];
  const known = Object.keys(settingAt(checked.schema, path)?.properties ?? {});
  const elsewhere = sectionsWith(checked.schema, key).slice(0, 3);
  if (elsewhere.length > 0) {
    const names = elsewhere.map((section) =>
      section.length === 0 ? 'the top level' : `"${formatPath(section)}"`,
    );
    return problemAt(
      checked,
      here,
      `unknown key here. It belongs under ${names.join(' or ')}.`,
      'Move it there, or remove it.',
    );
  }
  const near = closest(key, known);
  return near === undefined
    ? problemAt(checked, here, 'unknown key.', `Remove it, or use one of: ${known.join(', ')}.`)
    : problemAt(
        checked,
        here,
        `unknown key. Did you mean "${near}"?`,
        `Rename it to "${near}", or remove it.`,
      );
}

export function problemAt(
  { sourceOf }: Pick<Checked, 'sourceOf'>,
  path: ConfigPath,
  message: string,
  hint: string,
): ConfigProblem {
  return newProblem(sourceOf(path), path, message, hint);
}

function hintOf(params: unknown): string {
  return isTree(params) && typeof params.hint === 'string' ? params.hint : 'Correct or remove it.';
}

/** How to write a right value in the place where the wrong one stands. */
function exampleHint(schema: ConfigJsonSchema, source: Source, path: ConfigPath): string {
  const setting = settingAt(schema, path);
  const keys = Object.keys(setting?.properties ?? {});
  if (keys.length > 0) return `Put keys under it: ${keys.join(', ')}.`;
  const example = exampleAt(schema, path);
  if (source.kind === 'environment') {
    return `Set it, for example ${source.name}=${example}, or unset it.`;
  }
  if (example === undefined) return `Write ${expectation(setting)}.`;
  const value = typeof example === 'string' ? example : JSON.stringify(example);
  if (source.kind === 'flag') {
    // An argument without a name is given by its value alone.
    const name = source.name === 'n' ? '' : `${source.name} `;
    return `Give for example: ${name}${value}`;
  }
  const key = path.at(-1);
  return `Write for example: ${typeof key === 'number' ? '-' : `${key}:`} ${value}`;
}
