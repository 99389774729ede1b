import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '../../base/errors.ts';
import type { OpenServer } from './open-connection.ts';
import type { Environment } from './resolve-references.ts';
import type { ServerSpec } from './server-spec.ts';
import type { SlotHolder, Slots } from './slots.ts';

export interface LifecycleOptions {
  readonly root: string;
  readonly env: Environment;
  readonly slots: Slots;
  idleStopMs(): number;
  onListChanged(server: string): void;
  onStartFailed(thrown: unknown): void;
}

/** Starts a server when it is needed and stops it when it no longer is. */
export interface ServerLifecycle {
  /** The running server, or its start if it does not run yet. Callers share one start. */
  ensure(): OpenServer | Promise<OpenServer>;
  /** Keeps the server from being stopped as idle until the answer is called. */
  enter(): () => void;
  /** Ends a server that has gone wrong; the next call gets a new one. */
  drop(server: OpenServer): Promise<void>;
  /** Ends the server and what it is doing. */
  stop(): Promise<void>;
  /** To be told when `idleStopMs` is another: what is idle already ends by it too. */
  idleStopChanged(): void;
  current(): 'stopped' | 'starting' | OpenServer;
  /** The latest that ran, for those who ask what it said. */
  latest(): OpenServer | undefined;
}

const retryAfterMs = 300;

export function createServerLifecycle(
  spec: ServerSpec,
  options: LifecycleOptions,
): ServerLifecycle {
  let running: OpenServer | undefined;
  let latest: OpenServer | undefined;
  let starting: Promise<OpenServer> | undefined;
  let stopping: Promise<void> | undefined;
  let ending = new AbortController();
  let knownLegacy = false;
  let busy = 0;
  let idleSince = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  const holder: SlotHolder = {
    idleSince: () => (running && busy === 0 ? idleSince : undefined),
    stop,
  };

  async function start(signal: AbortSignal): Promise<OpenServer> {
    await stopping;
    const release = await options.slots.take(holder, signal).catch(() => {
      throw givenUp(spec.name);
    });
    try {
      const { openServer } = await import('./open-connection.ts');
      const open = () =>
        openServer(spec, {
          root: options.root,
          env: options.env,
          signal,
          knownLegacy,
          onListChanged: () => options.onListChanged(spec.name),
        });
      const server = await open().catch(async (thrown: unknown) => {
        if (!(thrown instanceof ToolError) || thrown.cause === undefined) throw thrown;
        await delay(retryAfterMs, undefined, { signal });
        return open();
      });
      if (signal.aborted) {
        await server.connection.close();
        throw givenUp(spec.name);
      }
      knownLegacy = !server.connection.isModern;
      idleSince = Date.now();
      running = server;
      latest = server;
      void server.connection.closed.then(() => {
        if (running === server) running = undefined;
        release();
      });
      return server;
    } catch (thrown) {
      release();
      if (signal.aborted) throw givenUp(spec.name);
      options.onStartFailed(thrown);
      throw thrown;
    }
  }

  async function stop(): Promise<void> {
    clearTimeout(idleTimer);
    if (!running && !starting) return stopping;
    const [server, unfinished] = [running, starting];
    running = undefined;
    // Who calls from now on waits for a start of its own, not for the one that is given up.
    starting = undefined;
    ending.abort();
    ending = new AbortController();
    const ended = (async () => {
      await unfinished?.catch(() => undefined);
      await server?.connection.close().catch(() => undefined);
      await server?.connection.closed;
    })();
    stopping = ended;
    await ended;
    if (stopping === ended) stopping = undefined;
  }

  function stopWhenIdle(): void {
    clearTimeout(idleTimer);
    const leftMs = idleSince + options.idleStopMs() - Date.now();
    idleTimer = setTimeout(() => void stop(), Math.max(0, leftMs));
    // A server that waits for work must not keep the program from ending.
    idleTimer.unref();
  }

  return {
    ensure() {
      if (running) return running;
      if (starting) return starting;
      const started = start(ending.signal);
      const settled = () => {
        if (starting === started) starting = undefined;
      };
      started.then(settled, settled);
      starting = started;
      return started;
    },
    enter() {
      busy++;
      clearTimeout(idleTimer);
      return () => {
        if (--busy > 0) return;
        idleSince = Date.now();
        stopWhenIdle();
        options.slots.idle(holder);
      };
    },
    async drop(server) {
      if (running === server) running = undefined;
      await (server.child ? server.child.kill() : server.connection.close());
    },
    stop,
    idleStopChanged() {
      if (running && busy === 0) stopWhenIdle();
    },
    current: () => running ?? (starting ? 'starting' : 'stopped'),
    latest: () => latest,
  };
}

export function givenUp(server: string): ToolError {
  return new ToolError('unavailable', `The start of the server "${server}" was given up.`, {
    hint: 'Call again if you still need it.',
  });
}
