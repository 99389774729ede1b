import { writeSync } from 'node:fs';
import { type Clock, systemClock } from './clock.ts';
import { UserError } from './errors.ts';
import { errorCode } from './file-errors.ts';
import type { JsonValue } from './json.ts';
import { redactText, redactValue } from './redaction.ts';
import { didYouMean } from './suggest.ts';

const logLevels = ['debug', 'info', 'warn', 'error'] as const;
const logFormats = ['text', 'json'] as const;

export type LogLevel = (typeof logLevels)[number];
export type LogFormat = (typeof logFormats)[number];
export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  readonly level?: LogLevel;
  readonly format?: LogFormat;
  /** Gets one whole line, with its line end. */
  readonly write?: (line: string) => void;
  readonly clock?: Clock;
}

/** A logger whose every line is free of secrets and cannot be made to look like two. */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', format = 'text', write = writeToStderr, clock = systemClock } = options;
  const lowest = logLevels.indexOf(level);
  const render = format === 'json' ? jsonLine : textLine;

  const withFields = (inherited: SafeFields): Logger => {
    const log = (at: LogLevel) => (message: string, fields?: LogFields) => {
      if (logLevels.indexOf(at) < lowest) return;
      const all = { ...inherited, ...safeFields(fields) };
      write(`${render(clock.now(), at, redactText(message), all)}\n`);
    };
    return {
      debug: log('debug'),
      info: log('info'),
      warn: log('warn'),
      error: log('error'),
      child: (fields) => withFields({ ...inherited, ...safeFields(fields) }),
    };
  };
  return withFields({});
}

/** The logger that `RALPH_LOG_LEVEL` and `RALPH_LOG_FORMAT` ask for; `options` stand where they ask for nothing. */
export function loggerFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  options: LoggerOptions = {},
): Logger {
  const level = chosen(env, 'RALPH_LOG_LEVEL', logLevels);
  const format = chosen(env, 'RALPH_LOG_FORMAT', logFormats);
  return createLogger({ ...options, ...(level && { level }), ...(format && { format }) });
}

function chosen<Choice extends string>(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const given = env[name]?.trim().toLowerCase();
  if (!given) return undefined;
  const choice = choices.find((candidate) => candidate === given);
  if (choice) return choice;
  throw new UserError(
    `${name} is "${escapeControls(redactText(given))}", which is not one of ${choices.join(', ')}.${didYouMean(given, choices)}`,
    { hint: `Set ${name} to one of ${choices.join(', ')}, or unset it.`, exitCode: 2 },
  );
}

type SafeFields = Readonly<Record<string, JsonValue>>;

function safeFields(fields: LogFields | undefined): SafeFields {
  if (fields === undefined) return {};
  const safe = redactValue(fields);
  if (typeof safe !== 'object' || safe === null) return { fields: safe };
  return Object.fromEntries(Object.entries(safe));
}

function jsonLine(time: Date, level: LogLevel, message: string, fields: SafeFields): string {
  // Nested, so that no field can pass itself off as the time, the level or the message.
  const nested = Object.keys(fields).length > 0 && { fields };
  return escapeControls(JSON.stringify({ time: time.toISOString(), level, message, ...nested }));
}

function textLine(time: Date, level: LogLevel, message: string, fields: SafeFields): string {
  const parts = [time.toISOString(), level.toUpperCase().padEnd(5), message];
  for (const [key, value] of Object.entries(fields)) {
    const plain = typeof value === 'string' && /^[^\s"=]+$/.test(value);
    parts.push(`${key}=${plain ? value : JSON.stringify(value)}`);
  }
  return escapeControls(parts.join(' '));
}

/** Line ends and terminal control sequences in a message would forge entries or steer the reader's terminal. */
function escapeControls(text: string): string {
  return text.replace(controls, (character) => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
    return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

// C0 and C1 controls, line separators, and the marks that reverse the direction of text.
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Straight to the descriptor: a line that waits in a stream's buffer is lost when the process exits. */
function writeToStderr(line: string): void {
  let rest = Buffer.from(line);
  for (let attempt = 0; rest.length > 0 && attempt < 100; attempt++) {
    try {
      rest = rest.subarray(writeSync(2, rest));
    } catch (thrown) {
      // A full pipe gets a moment to drain; a reader that went away must not end the program.
      if (errorCode(thrown) !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
