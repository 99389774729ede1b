import { nameBefore } from './assigned-name.ts';
import { authorizationScheme, valueAfter } from './assigned-value.ts';
import { type Assignment, holdsSecret, isPlaceholder } from './judgement.ts';
import { isSecretName } from './names.ts';

/** Replaces the values of assignments whose name says secret. */
export function redactAssignments(text: string, replacement: string): string {
  let out = '';
  let done = 0;
  const separators = /[:=]/g;
  for (let match = separators.exec(text); match; match = separators.exec(text)) {
    if (match.index < done) continue;
    const name = nameBefore(text, match.index, done);
    if (!name || !isSecretName(name.text)) continue;
    const value = valueAfter(text, match.index, name);
    if (!value || value.end <= value.start) continue;
    const assignment: Assignment = {
      name: name.text,
      nameIsQuoted: name.quoted,
      tight: value.tight,
      value: text.slice(value.start, value.end),
      valueIsQuoted: value.quoted,
      endsLine: value.end >= text.length || /[\r\n]/.test(text[value.end] ?? ''),
    };
    if (!holdsSecret(assignment)) continue;
    const kept = authorizationScheme.exec(assignment.value)?.[0] ?? '';
    out += text.slice(done, value.start) + kept + replacement;
    done = value.end;
    separators.lastIndex = done;
  }
  return out + text.slice(done);
}

const flag =
  /(?<![A-Za-z0-9-])--?([A-Za-z][A-Za-z0-9_-]{2,60})[ \t]{1,8}(?![-|&;])["']?([^\s"']+)/g;
const flagProse =
  /^(?:to|and|or|is|are|with|flag|option|for|in|the|if|when|from|as|a|an|must|may|can|was|has|on|[A-Z_]+|<.*>|\[.*\]|\(.*)$/;

/** `--password hunter2`: a flag and its value as two words. */
export function redactFlags(text: string, replacement: string): string {
  return text.replace(flag, (whole, name: string, value: string) =>
    isSecretName(name) && !flagProse.test(value) && !isPlaceholder(value)
      ? whole.slice(0, whole.lastIndexOf(value)) + replacement
      : whole,
  );
}

const fishVariable =
  /(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))set(?:[ \t]{1,4}-{1,2}[a-zA-Z-]{1,12}){1,4}[ \t]{1,4}([A-Za-z_][A-Za-z0-9_]{2,60})[ \t]{1,4}["']?([^\s"'\\]+)/g;

/** `set -x API_TOKEN hunter2`: how fish assigns. */
export function redactFishVariables(text: string, replacement: string): string {
  return text.replace(fishVariable, (whole, name: string, value: string) =>
    isSecretName(name) && !isPlaceholder(value)
      ? whole.slice(0, whole.lastIndexOf(value)) + replacement
      : whole,
  );
}

const element = /<([A-Za-z][A-Za-z0-9_.:-]{2,60})>([^<>\s][^<>]{0,1000})(?=<\/)/g;

/** `<password>hunter2</password>`. */
export function redactElements(text: string, replacement: string): string {
  return text.replace(element, (whole, name: string, value: string) =>
    isSecretName(name) && !isPlaceholder(value) ? `<${name}>${replacement}` : whole,
  );
}
