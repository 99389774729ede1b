import type { McpSurface } from './surface.ts';

/** Finds the surface of a planned session: exactly its tools, under its name. */
export interface SessionLookup {
  surface(sessionId: string): Promise<McpSurface | undefined>;
}
