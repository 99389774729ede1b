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

const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const tool = z.looseObject({
  name: z.string().min(1).max(256),
  inputSchema: z.record(z.string(), z.unknown()).optional(),
  description: z.string().optional(),
});

/** Every page of a server's tools. A cursor that comes again ends the walk. */
export async function listAllTools(
  connection: Connection,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<ListedTools> {
  const tools = new Map<string, RawTool>();
  const rejected: { name: string | null; reason: string }[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 0; connection.hasTools && pages < mostPages; pages++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = page.parse(await connection.request('tools/list', params, options));
    for (const raw of answer.tools) {
      const { data, error } = tool.safeParse(raw);
      if (error) rejected.push({ name: nameOf(raw), reason: z.prettifyError(error) });
      else if (tools.has(data.name)) rejected.push({ name: data.name, reason: 'listed twice' });
      else if (tools.size < mostTools) tools.set(data.name, data);
    }
    cursor = answer.nextCursor;
    if (cursor === undefined || seen.has(cursor)) break;
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
