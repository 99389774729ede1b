import type { Node } from 'jsonc-parser';
import { didYouMean } from '../../base/suggest.ts';
import type { Problem } from '../validate/problem.ts';

/** Notes a problem at the line where a value stands. */
export type Complain = (
  node: Node,
  severity: Problem['severity'],
  code: string,
  message: string,
  fix: string,
) => void;

/** The known keys of an object; says what is missing, written twice, or not part of the form. */
export function readFields(
  object: Node,
  name: string,
  keys: readonly string[],
  complain: Complain,
): ReadonlyMap<string, Node> {
  const fields = new Map<string, Node>();
  const seen = new Set<string>();
  for (const property of object.children ?? []) {
    const [keyNode, value] = property.children ?? [];
    if (!keyNode || !value) continue;
    const key = String(keyNode.value);
    if (seen.has(key)) {
      const message = `${name} has the key "${shown(key)}" twice.`;
      complain(keyNode, 'error', 'prd_duplicate_key', message, 'Remove one of the two.');
    } else if (keys.includes(key)) fields.set(key, value);
    else {
      const message = `${name} has the key "${shown(key)}", which Ralph keeps and does not use.${didYouMean(key, keys)}`;
      complain(keyNode, 'warning', 'prd_unknown_key', message, `Ralph reads ${keys.join(', ')}.`);
    }
    seen.add(key);
  }
  for (const key of keys) {
    if (seen.has(key)) continue;
    complain(object, 'error', 'prd_missing_key', `${name} has no "${key}".`, fixForMissing(key));
  }
  return fields;
}

function fixForMissing(key: string): string {
  const examples: Readonly<Record<string, string>> = {
    branchName: '"ralph/feature"',
    userStories: '[]',
    id: '"US-001"',
    title: '"…"',
    acceptanceCriteria: '["…"]',
    priority: '1',
    passes: 'false',
    notes: '""',
  };
  return `Add "${key}": ${examples[key]}.`;
}

export function expectString(node: Node, path: string, complain: Complain): boolean {
  if (node.type === 'string') return true;
  wrongType(node, path, 'a text', 'Write a text in double quotes.', complain);
  return false;
}

export function expectText(node: Node, path: string, complain: Complain): boolean {
  if (!expectString(node, path, complain)) return false;
  if (String(node.value).trim() !== '') return true;
  complain(node, 'error', 'prd_empty_text', `${path} is empty.`, 'Write something there.');
  return false;
}

export function wrongType(
  node: Node,
  path: string,
  wanted: string,
  fix: string,
  complain: Complain,
): void {
  const message = `${path} is ${kind(node)}; ${wanted} is needed.`;
  complain(node, 'error', 'prd_type', message, fix);
}

export function kind(node: Node): string {
  if (node.type === 'string') return `the text "${shown(String(node.value))}"`;
  if (node.type === 'array') return 'a list';
  if (node.type === 'object') return 'an object';
  return String(node.value);
}

export function shown(text: string): string {
  const quoted = JSON.stringify(text).slice(1, -1);
  return quoted.length > 60 ? `${quoted.slice(0, 57)}…` : quoted;
}
