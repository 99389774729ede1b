import { ToolError } from '../../base/errors.ts';

export interface ToolId {
  readonly server: string;
  readonly tool: string;
}

/** Reads `server/tool` and the older `server::tool`. Tool names may hold slashes; server names cannot. */
export function parseToolId(text: string): ToolId {
  const found = /^([A-Za-z0-9_-]{1,64})(?:\/|::)(.{1,256})$/su.exec(text);
  const [, server, tool] = found ?? [];
  if (server !== undefined && tool !== undefined) return { server, tool };
  throw new ToolError('invalid_argument', `"${text.slice(0, 100)}" is not the id of a tool.`, {
    hint: 'Write server/tool, as catalog_search and catalog_tools list them.',
    details: [{ field: 'tool', message: 'must be server/tool' }],
  });
}

export function formatToolId({ server, tool }: ToolId): string {
  return `${server}/${tool}`;
}
