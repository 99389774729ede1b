import { stripVTControlCharacters } from 'node:util';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { reference } from '../../base/env-reference.ts';
import { errorMessage, ToolError } from '../../base/errors.ts';
import { redactText } from '../../base/redaction.ts';
import { visibleText } from '../../base/safe-text.ts';
import { tooLargeCode } from './message-limit.ts';
import type { ServerSpec } from './server-spec.ts';

const longest = 500;

/** What a server or the network said, fit to be shown: short, free of secrets and of what a terminal would obey. */
export function shownReason(thrown: unknown): string {
  const code = systemCode(thrown);
  const said = visibleText(stripVTControlCharacters(errorMessage(thrown)));
  const why = code === undefined || said.includes(code) ? said : `${said} (${code})`;
  const text = redactText(why).replace(/\s+/g, ' ').trim();
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The server is alive and said no. */
export function isRefusal(thrown: unknown): boolean {
  return ProtocolError.isInstance(thrown);
}

/** It is certain that the request had no effect, so it may be sent again. */
export function hadNoEffect(thrown: unknown): boolean {
  if (SdkHttpError.isInstance(thrown)) return [404, 429, 503].includes(thrown.status);
  if (SdkError.isInstance(thrown)) return thrown.code === SdkErrorCode.NotConnected;
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(systemCode(thrown) ?? '');
}

/** `fetch` and the SDK hide the system's reason behind ones of their own. */
function systemCode(thrown: unknown): string | undefined {
  let code: string | undefined;
  for (let error = thrown; error instanceof Error; error = error.cause)
    if ('code' in error && typeof error.code === 'string' && !SdkError.isInstance(error))
      code = error.code;
  return code !== undefined && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : undefined;
}

/** With a cause when trying again could help. */
export function startFailed(server: string, reason: string, cause?: unknown): ToolError {
  return new ToolError('unavailable', `The server "${server}" does not start: ${reason}`, {
    cause,
    hint: `Use a tool of another server. A person can look into it with: ralph catalog doctor ${server}`,
  });
}

/** Trying again would not help: somebody has to give Ralph a key. */
export function notLetIn(
  { name, headers }: Pick<ServerSpec, 'name' | 'headers'>,
  status: number,
): ToolError {
  const has = Object.keys(headers ?? {}).length > 0;
  return new ToolError(
    'unavailable',
    `The server "${name}" does not let Ralph in: it answers ${status}.`,
    {
      hint: `${has ? 'What its headers say is not accepted. ' : ''}A person has to add it again with a header that refers to a variable with its key: ralph catalog add ${name} --force --url … --header 'Authorization=Bearer ${reference('TOKEN')}'`,
    },
  );
}

export function callTimedOut(server: string, tool: string, limitMs: number): ToolError {
  return new ToolError(
    'execution_failed',
    `${server}/${tool} did not answer within ${limitMs / 1000} s.`,
    { hint: 'Ask it for less, or try again later. Its timeout_s in ralph.yaml is the limit.' },
  );
}

export function noResult(server: string, tool: string): ToolError {
  return new ToolError('execution_failed', `${server}/${tool} answered with no result.`, {
    hint: 'Nothing says whether it took effect. Check before you call it again.',
  });
}

export function callCancelled(server: string, tool: string): ToolError {
  return new ToolError('execution_failed', `${server}/${tool} was cancelled.`, {
    hint: 'Call it again if you still need the answer.',
  });
}

/** What a failed request of a running server becomes for the caller. */
export function requestFailed(server: string, tool: string, thrown: unknown, exit?: string) {
  if (thrown instanceof ToolError) return thrown;
  if (ProtocolError.isInstance(thrown)) {
    if (thrown.code === tooLargeCode)
      return new ToolError('budget_exceeded', `${server}/${tool}: ${thrown.message}`, {
        hint: 'Ask for less: a narrower filter, a page, or a single item.',
      });
    return new ToolError(
      'execution_failed',
      `${server}/${tool} was refused by its server: ${shownReason(thrown)}`,
      { hint: `Read catalog_schema for ${server}/${tool}, correct the arguments and call again.` },
    );
  }
  const reason = exit ? `its server ${exit}` : shownReason(thrown);
  return new ToolError('execution_failed', `${server}/${tool} failed: ${reason}`, {
    hint: 'Nothing says whether it took effect. Check before you call it again.',
  });
}
