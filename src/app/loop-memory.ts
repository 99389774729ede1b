import type { Logger } from '../base/logger.ts';
import { memoryForTheLoop } from '../context/for-the-loop.ts';
import type { LoopMemory } from '../loop/memory.ts';
import type { ContextServer } from './context-server.ts';
import type { AppContext } from './context-services.ts';

export interface LoopMemories {
  /** The store of the root, or with `auto_start: false` a server that keeps one. */
  of(services: AppContext): Promise<LoopMemory>;
  close(): Promise<void>;
}

/** The memories that the runs of a root ask. */
export function loopMemories(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}): LoopMemories {
  let server: ContextServer | undefined;
  return {
    async of(services) {
      // Settings that cannot be read are complained about where they are used.
      const settings = await services.settings().catch(() => undefined);
      if (settings?.server.auto_start !== false) return withSpend(services);
      const { contextServer } = await import('./context-server.ts');
      server ??= contextServer({ ...options, settings: settings.server });
      return withSpend({ ...services, server });
    },
    async close() {
      await server?.close();
    },
  };
}

/** With the price of what an agent writes for the memory. */
function withSpend(services: AppContext): LoopMemory {
  const memory = memoryForTheLoop(services);
  return {
    ...memory,
    async record(record, options) {
      const kept = await memory.record(record, options);
      const spend = services.takeSpend();
      return kept && { ...kept, spend };
    },
  };
}
