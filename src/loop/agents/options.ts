import type { McpServer } from './adapter.ts';

/** A flag with its value, or nothing when there is no value. */
export function option(flag: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [flag, value];
}

/** Servers that are reached over a URL rather than started. */
export function isRemote(server: McpServer): server is McpServer & { readonly url: string } {
  return server.url !== undefined;
}
