import { type ErrorDetail, ToolError, type ToolErrorCode, UserError } from '../base/errors.ts';
import { didYouMean } from '../base/suggest.ts';
import type { Registry } from './registry.ts';
import type { CallContext, SizeLimits, Tool, ToolSuccess } from './tool.ts';

/** What the caller may use. A refusal names the rule and what to do instead. */
export interface ToolPolicy {
  check(tool: Tool, rawInput: unknown): { readonly allowed: true } | ToolRefusal;
}

export interface ToolRefusal {
  readonly allowed: false;
  readonly message: string;
  readonly hint: string;
}

export const allowAll: ToolPolicy = { check: () => ({ allowed: true }) };

/** The JSON shape of an error, as clients and `--json` see it. */
export interface ErrorPayload {
  readonly code: ToolErrorCode;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
  readonly hint: string;
  readonly log_path?: string;
}

export type ToolOutcome =
  | ({ readonly ok: true; readonly tool: Tool } & ToolSuccess)
  | { readonly ok: false; readonly error: ErrorPayload };

export interface InvokeRequest {
  readonly registry: Registry;
  readonly policy: ToolPolicy;
  readonly name: string;
  readonly input: unknown;
  readonly context: CallContext;
  readonly limits?: SizeLimits;
  /** Told of every throw that is a bug and not a refusal: its text never reaches the caller. */
  readonly onBug: (thrown: unknown, tool: string) => void;
}

/** The one door: allowed? → parse → run → parse output → render → size limit. Never throws. */
export async function invokeTool(request: InvokeRequest): Promise<ToolOutcome> {
  const tool = request.registry.get(request.name);
  if (!tool) {
    const names = request.registry.list().map((t) => t.name);
    return refusal(
      new ToolError(
        'not_found',
        `No tool is called "${request.name}".${didYouMean(request.name, names)}`,
        { hint: 'List the tools and call one of those.' },
      ),
    );
  }
  const verdict = request.policy.check(tool, request.input);
  if (!verdict.allowed) {
    return refusal(new ToolError('not_allowed', verdict.message, { hint: verdict.hint }));
  }
  try {
    const success = await tool.run(request.input, request.context, request.limits ?? tool.limits);
    return { ok: true, tool, ...success };
  } catch (thrown) {
    if (thrown instanceof ToolError) return refusal(thrown);
    if (thrown instanceof UserError) {
      return refusal(new ToolError('execution_failed', thrown.message, { hint: thrown.hint }));
    }
    if (request.context.signal.aborted) {
      return refusal(
        new ToolError('execution_failed', `${tool.name} was cancelled.`, {
          hint: 'Call it again if you still need the answer.',
        }),
      );
    }
    request.onBug(thrown, tool.name);
    return refusal(
      new ToolError('execution_failed', `${tool.name} failed inside Ralph.`, {
        hint: 'This is a bug in Ralph, and its log has the details. Trying again may help; changing the input may not.',
      }),
    );
  }
}

function refusal(error: ToolError): ToolOutcome {
  return { ok: false, error: errorPayload(error) };
}

/** Refusals quote what was sent, and what was sent may be a megabyte. */
const longest = { text: 2_000, details: 40, field: 200 };

export function errorPayload(error: ToolError): ErrorPayload {
  return {
    code: error.code,
    message: shortened(error.message, longest.text),
    details: error.details.slice(0, longest.details).map(({ field, message }) => ({
      field: shortened(field, longest.field),
      message: shortened(message, longest.text),
    })),
    hint: shortened(error.hint, longest.text),
    ...(error.logPath !== undefined && { log_path: error.logPath }),
  };
}

function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
