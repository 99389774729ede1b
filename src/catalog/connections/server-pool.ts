import { ToolError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { CallOptions, RawCallResult } from './call-options.ts';
import { type BreakerRules, defaultBreaker } from './circuit-breaker.ts';
import type { ListedTools } from './list-tools.ts';
import { createManagedServer, type ManagedServer } from './managed-server.ts';
import type { Environment } from './resolve-references.ts';
import type { ServerHealth } from './server-health.ts';
import { type ServerSpec, specFingerprint } from './server-spec.ts';
import { createSlots } from './slots.ts';

/** What a change of the configuration changes at once. */
export interface PoolLimits {
  readonly maxConnections: number;
  readonly idleStopMs: number;
}

export interface ServerPoolOptions extends PoolLimits {
  readonly specs: readonly ServerSpec[];
  readonly root: string;
  readonly env: Environment;
  readonly logger: Logger;
  readonly breaker?: BreakerRules;
}

/** Every configured server, none of which runs before it is needed. */
export interface ServerPool {
  /** Those that are switched off too. */
  servers(): readonly ServerSpec[];
  listTools(server: string, options: { readonly signal: AbortSignal }): Promise<ListedTools>;
  call(
    server: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<RawCallResult>;
  health(): readonly ServerHealth[];
  /** Answers with what ends the listening. */
  onListChanged(listener: (server: string) => void): () => void;
  /** Takes over changed settings. Servers that are reached as before keep running. */
  replace(specs: readonly ServerSpec[], limits?: PoolLimits): Promise<void>;
  stop(server: string): Promise<void>;
  close(): Promise<void>;
}

export function createServerPool(options: ServerPoolOptions): ServerPool {
  const { root, env, logger, breaker = defaultBreaker } = options;
  let limits: PoolLimits = options;
  const idleStopMs = () => limits.idleStopMs;
  const slots = createSlots(() => limits.maxConnections);
  const listeners = new Set<(server: string) => void>();
  const onListChanged = (server: string) => {
    for (const listener of listeners) listener(server);
  };
  const manage = (spec: ServerSpec): ManagedServer =>
    createManagedServer(spec, { root, env, logger, slots, breaker, idleStopMs, onListChanged });
  let managed = new Map(options.specs.map((spec) => [spec.name, manage(spec)]));

  let isClosed = false;

  function find(name: string): ManagedServer {
    if (isClosed) {
      throw new ToolError('unavailable', 'Ralph is shutting down.', { hint: 'Start it again.' });
    }
    const server = managed.get(name);
    if (!server) {
      throw new ToolError(
        'not_found',
        `There is no server "${name}".${didYouMean(name, [...managed.keys()])}`,
        { hint: 'Find tools with catalog_search; their ids name their servers.' },
      );
    }
    if (server.spec.enabled) return server;
    throw new ToolError('unavailable', `The server "${name}" is switched off.`, {
      hint: `Use a tool of another server. A person can set enabled: true for it in ${server.spec.source}.`,
    });
  }

  return {
    servers: () => [...managed.values()].map((server) => server.spec),
    async listTools(name, { signal }) {
      const server = find(name);
      const { listAllTools } = await import('./list-tools.ts');
      return server.use('tools/list', signal, ({ connection }) =>
        listAllTools(connection, { signal, timeout: server.spec.timeoutMs }),
      );
    },
    async call(name, tool, args, call) {
      const server = find(name);
      const timeoutMs = call.timeoutMs ?? server.spec.timeoutMs;
      return server.use(tool, call.signal, ({ connection }) => {
        call.onSent?.();
        return connection.call(name, tool, args, call, timeoutMs);
      });
    },
    health: () => [...managed.values()].map((server) => server.health()),
    onListChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async replace(specs, changed = limits) {
      limits = changed;
      const previous = managed;
      managed = new Map(
        specs.map((spec) => {
          const kept = previous.get(spec.name);
          return [spec.name, kept && isSame(kept.spec, spec) ? kept : manage(spec)];
        }),
      );
      const gone = [...previous].filter(([name, server]) => managed.get(name) !== server);
      await Promise.all(gone.map(([, server]) => server.stop()));
      slots.changed();
      for (const server of managed.values()) server.idleStopChanged();
    },
    async stop(name) {
      await managed.get(name)?.stop();
    },
    async close() {
      isClosed = true;
      await Promise.all([...managed.values()].map((server) => server.stop()));
    },
  };
}

function isSame(a: ServerSpec, b: ServerSpec): boolean {
  return (
    specFingerprint(a) === specFingerprint(b) &&
    a.enabled === b.enabled &&
    a.timeoutMs === b.timeoutMs &&
    a.startTimeoutMs === b.startTimeoutMs &&
    a.source === b.source
  );
}
