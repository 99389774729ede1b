import { z } from 'zod';
import type { Connection } from './connection.ts';

/** A tool exactly as its server sent it. */
export interface RawTool {
  readonly name: string;
  readonly [key: string]: unknown;
}

export interface ListedTools {
  readonly tools: readonly RawTool[];
  /** Definitions that cannot be used; they cost only themselves. */
  readonly rejected: readonly { readonly name: string | null; readonly reason: string }[];
  readonly serverInfo: Connection['serverInfo'];
  readonly instructions?: string;
  readonly protocolVersion: string;
}

const mostPages = 1_000;
const mostTools = 20_000;
const mostRejected = 200;
/** Far beyond any real schema, and far from where walking through one overflows the stack. */
const deepest = 500;

const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });
/** Many servers write null for what they have nothing to say about. */
const tool = z.looseObject({
  name: z.string().min(1).max(256),
  inputSchema: z.record(z.string(), z.unknown()).nullish(),
  description: z.string().nullish(),
});

/** Every page of a server's tools, all within the time of one call. A cursor that comes again ends the walk. */
export async function listAllTools(
  connection: Connection,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<ListedTools> {
  const tools = new Map<string, RawTool>();
  const rejected: { name: string | null; reason: string }[] = [];
  const seen = new Set<string>();
  const until = performance.now() + options.timeout;
  const reject = (name: string | null, reason: string) => {
    if (rejected.length < mostRejected) rejected.push({ name, reason });
  };
  let cursor: string | null | undefined;
  for (let pages = 0; connection.hasTools && pages < mostPages; pages++) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    const timeout = Math.max(1, until - performance.now());
    const answer = page.safeParse(
      await connection.request('tools/list', params, { ...options, timeout }),
    );
    if (!answer.success) throw new Error('its answer is no list of tools');
    for (const raw of answer.data.tools) {
      const { data, error } = tool.safeParse(raw);
      if (error) reject(nameOf(raw), z.prettifyError(error));
      else if (tools.has(data.name)) reject(data.name, 'listed twice');
      else if (isTooDeep(data)) reject(data.name, `nested more than ${deepest} levels deep`);
      else if (tools.size < mostTools) tools.set(data.name, data);
    }
    cursor = answer.data.nextCursor;
    if (typeof cursor !== 'string' || seen.has(cursor)) break;
    seen.add(cursor);
  }
  const { instructions, serverInfo, protocolVersion } = connection;
  return {
    tools: [...tools.values()],
    rejected,
    serverInfo,
    protocolVersion,
    ...(instructions !== undefined && { instructions }),
  };
}

function nameOf(raw: unknown): string | null {
  const named = z.object({ name: z.string() }).safeParse(raw);
  return named.data?.name ?? null;
}

/** Level by level, as a walk that calls itself would fail on just what is looked for. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((part) =>
      part !== null && typeof part === 'object' ? Object.values(part) : [],
    );
  }
  return false;
}
