import { isAmbiguousName } from './names.ts';

/** `name = value`, `"name": "value"`, `NAME=value`, `Name: value`, whatever the notation. */
export interface Assignment {
  readonly name: string;
  readonly nameIsQuoted: boolean;
  /** No space after an equals sign: a shell, a URL or a connection string, and never prose. */
  readonly tight: boolean;
  readonly value: string;
  readonly valueIsQuoted: boolean;
  /** Nothing but a line end follows the value. */
  readonly endsLine: boolean;
}

/** Longer values are secrets without a second look, which keeps the work per character constant. */
const longestDoubt = 200;

/** The whole value is filled in from elsewhere: `${NAME}`, `$NAME`, `%NAME%`, `{{ name }}`, `<your token>`. */
const reference = /^(?:\$\{.*\}|\$\(.*\)|\$[A-Z_][A-Z0-9_]*|%[A-Z_]+%|\{\{.*\}\}|<[^>]*>)[;,]?$/;
/** Source code that fetches the value: a call, or a member of something that holds settings. */
const code =
  /^(?:(?:await |new )?[A-Za-z_$][A-Za-z_$.]*\(|process\.env|import\.meta|os\.environ|(?:self|this|env|config|req|request|args|options|opts|params|props|ctx|secrets|settings|data|body|input|user)\??\.[A-Za-z_$.?]+[;,]?$)/;
const nothing =
  /^(?:null|nil|none|true|false|yes|no|undefined|string|str|number|int|integer|boolean|bool|bytes|object|any|unknown|never|text|optional|required|\*+|x{3,}|\.+|…|-+)[;,]?$/i;
const versionRange = /^[\^~<>=v ]*[0-9]+(?:\.[0-9x*]+){1,3}(?:[-+][A-Za-z0-9.-]+)?$/;
const alreadyRedacted = /^(?:[A-Za-z0-9-]+[ \t]+)?\[redacted:[a-z_]+\]?$/;
const plainWord = /^[A-Za-z]+(?:[-'_][A-Za-z]+)*[.,;:!?)]*$/;

/** Stands for a secret, or for one that has been taken out already. */
export function isReference(value: string): boolean {
  return reference.test(value) || alreadyRedacted.test(value);
}

/** What documents, types and lock files write where a secret could stand. */
export function isPlaceholder(value: string): boolean {
  return isReference(value) || nothing.test(value) || versionRange.test(value);
}

/** Single everyday words are settings (`auth: basic`) or prose more often than secrets. */
export function isPlainWord(value: string): boolean {
  return plainWord.test(value);
}

/** Whether the value is a secret, or only the description, type, reference or placeholder of one. */
export function holdsSecret(assignment: Assignment): boolean {
  const { name, value, tight } = assignment;
  if (value.length > longestDoubt) return true;
  if (isPlaceholder(value)) return false;
  const shouted = name === name.toUpperCase();
  if (!assignment.valueIsQuoted && !shouted && code.test(value)) return false;
  if (/cookies?$/i.test(name) && !assignment.valueIsQuoted) return value.includes('=');
  const isWord = isPlainWord(value);
  if (/auth$/i.test(name)) return !isWord && value.length >= 8;
  if (isAmbiguousName(name) && !assignment.nameIsQuoted && !(tight && shouted)) {
    return tight ? value.length >= 4 && !isCount(value) : !isWord && value.length >= 8;
  }
  if (assignment.valueIsQuoted) return true;
  if (/token$/i.test(name) && isCount(value)) return false;
  if (tight) return true;
  // "password: 8 characters" and "password: must be long" are prose; a value alone on its line is not.
  return assignment.endsLine || !(isWord || /^[0-9]{1,3}$/.test(value));
}

function isCount(value: string): boolean {
  return /^[0-9]{1,6}$/.test(value);
}
