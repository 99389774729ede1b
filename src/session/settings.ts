import type { z } from 'zod';
import type { disciplinesConfig, recipesConfig, toolsConfig } from './config.ts';

/** The part of the configuration that sessions read. */
export interface SessionSettings {
  readonly recipes: z.output<typeof recipesConfig>;
  readonly disciplines: z.output<typeof disciplinesConfig>;
  readonly tools: z.output<typeof toolsConfig>;
  readonly budgets: Readonly<Record<string, number>>;
  /** Downstream servers are configured: without any, the catalog's tools have nothing to offer. */
  readonly hasCatalog: boolean;
  /** Context is stored and recalled. */
  readonly hasMemory: boolean;
}

/** One server of an MCP config, as agents read it. */
export interface ServerEntry {
  readonly type?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
