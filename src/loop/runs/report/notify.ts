import { errorMessage } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import { redactText, redactValue } from '../../../base/redaction.ts';
import { runShellCommand } from '../../gates/shell-command.ts';
import type { Iteration, Run } from '../run.ts';
import { runResult } from './run-result.ts';

export interface Notice {
  readonly event: 'finish' | 'needs_input';
  readonly run: Run;
  readonly iterations: readonly Iteration[];
  /** What a run that needs input waits for. */
  readonly questions?: readonly {
    readonly id: number;
    readonly task_id: number | null;
    readonly text: string;
  }[];
}

export interface NoticePlace {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;

/** Tells whom the options name. Never throws: what went wrong is answered as warnings. */
export async function notify(notice: Notice, place: NoticePlace): Promise<readonly string[]> {
  const { on_finish, on_needs_input } = notice.run.options.notify;
  const target = notice.event === 'finish' ? on_finish : on_needs_input;
  if (target === undefined) return [];
  const message = JSON.stringify(redactValue(messageOf(notice, place.root)));
  const problems = await Promise.all([
    target.command !== undefined && tellCommand(target.command, message, place),
    target.webhook !== undefined && tellWebhook(target.webhook, message, place),
  ]);
  return problems
    .filter((problem) => typeof problem === 'string')
    .map((problem) => redactText(`Nobody was told of ${eventText[notice.event]}: ${problem}.`));
}

const eventText = { finish: 'the end of the run', needs_input: 'the open question' } as const;

function messageOf({ event, run, iterations, questions = [] }: Notice, root: string) {
  const result = runResult(run, iterations);
  const asked = questions.map(({ id, text }) => `Question ${id}: ${text}`);
  return {
    event,
    // Chat services show this field.
    text: [`Ralph: ${result.summary}`, ...asked].join('\n'),
    root,
    ...result,
    ...(event === 'needs_input' && { questions }),
  };
}

async function tellCommand(
  command: string,
  message: string,
  { root, env, timeoutMs = defaultTimeoutMs }: NoticePlace,
): Promise<string | undefined> {
  let said = '';
  const { exitCode, ended, problem } = await runShellCommand({
    run: command,
    input: `${message}\n`,
    cwd: root,
    env,
    timeoutMs,
    signal: new AbortController().signal,
    launchId: newId('notice'),
    onOutput: (chunk) => {
      said = (said + chunk.toString('utf8')).slice(-500);
    },
  });
  if (ended === 'timed_out') return `the command took more than ${timeoutMs / 1000} seconds`;
  if (ended === 'failed_to_start') return `the command did not start: ${problem ?? ''}`;
  if (exitCode === 0) return undefined;
  const last = said.trim().split('\n').at(-1);
  return `the command ended with exit code ${exitCode}${last ? ` (${last})` : ''}`;
}

/** The address may be a secret in itself, so that no message names it. */
async function tellWebhook(
  reference: string,
  message: string,
  { env, timeoutMs = defaultTimeoutMs }: NoticePlace,
): Promise<string | undefined> {
  const missing: string[] = [];
  const address = reference.replace(/\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = env[name];
    if (!value) missing.push(name);
    return value ?? '';
  });
  if (missing.length > 0) return `the webhook needs ${missing.join(', ')}, which is not set`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return 'the webhook is not an http or https address';
  }
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: message,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `the webhook answered ${response.status}`;
  } catch (thrown) {
    return `the webhook could not be reached (${failureOf(thrown)})`;
  }
}

function failureOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  if (thrown.name === 'TimeoutError') return 'time-out';
  const { cause } = thrown;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? errorMessage(cause) : thrown.name;
}
