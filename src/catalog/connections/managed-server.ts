import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import {
  afterFailure,
  type BreakerRules,
  type BreakerState,
  closedBreaker,
  isOpen,
} from './circuit-breaker.ts';
import { hadNoEffect, isRefusal, requestFailed, shownReason } from './connection-errors.ts';
import type { OpenServer } from './open-connection.ts';
import type { ServerHealth } from './server-health.ts';
import { createServerLifecycle, givenUp, type LifecycleOptions } from './server-lifecycle.ts';
import type { ServerSpec } from './server-spec.ts';

export interface ManagedServerOptions extends Omit<LifecycleOptions, 'onStartFailed'> {
  readonly logger: Logger;
  readonly breaker: BreakerRules;
}

/** One server as callers see it: it is there when needed, and left alone while it only fails. */
export interface ManagedServer {
  readonly spec: ServerSpec;
  /** Runs `work` with a running server. `what` names the work in errors. */
  use<Result>(
    what: string,
    signal: AbortSignal,
    work: (server: OpenServer) => Promise<Result>,
  ): Promise<Result>;
  health(): ServerHealth;
  stop(): Promise<void>;
  idleStopChanged(): void;
}

const retryPausesMs = [250, 1_000];

export function createManagedServer(
  spec: ServerSpec,
  options: ManagedServerOptions,
): ManagedServer {
  const log = options.logger.child({ server: spec.name });
  let breaker: BreakerState = closedBreaker;
  let calls = 0;
  let failures = 0;
  let lastError: string | undefined;
  const lifecycle = createServerLifecycle(spec, { ...options, onStartFailed: failed });

  function failed(thrown: unknown): void {
    failures++;
    lastError = shownReason(thrown);
    breaker = afterFailure(breaker, Date.now(), options.breaker);
    log.debug('downstream server failed', { error: lastError, in_a_row: breaker.failures });
  }

  function refuseWhilePaused(): void {
    const now = Date.now();
    if (!isOpen(breaker, now)) return;
    const seconds = Math.ceil((breaker.openUntil - now) / 1000);
    throw new ToolError(
      'unavailable',
      `The server "${spec.name}" failed ${breaker.failures} times in a row and is left alone for ${seconds} s. Last: ${lastError}`,
      { hint: 'Use a tool of another server, or call again after that.' },
    );
  }

  /** What a failed request says about the server, as opposed to the request. */
  async function judge(server: OpenServer, thrown: unknown): Promise<void> {
    if (isRefusal(thrown)) {
      breaker = closedBreaker;
    } else if (thrown instanceof ToolError) {
      // Out of time. A slow tool is no fault of its server, but one that answers nothing at all hangs.
      void server.connection.answers(options.breaker.signOfLifeMs).then((alive) => {
        if (alive || lifecycle.current() !== server) return;
        failed(thrown);
        return lifecycle.drop(server);
      });
    } else if (lifecycle.current() === server || server.child?.exitedByItself) {
      failed(server.child?.exit ? new Error(`its program ${server.child.exit}`) : thrown);
      await lifecycle.drop(server);
    }
  }

  return {
    spec,
    async use(what, signal, work) {
      calls++;
      for (let attempt = 0; ; attempt++) {
        refuseWhilePaused();
        // Before it runs, or it would be stopped as idle in the moment between.
        const leave = lifecycle.enter();
        try {
          const ready = lifecycle.ensure();
          const server =
            ready instanceof Promise ? await unlessAborted(ready, signal, spec.name) : ready;
          try {
            const result = await work(server);
            breaker = closedBreaker;
            return result;
          } catch (thrown) {
            // Before it is judged, and perhaps ended by us for it.
            const exit = server.child?.exit;
            if (!signal.aborted) await judge(server, thrown);
            const pause = retryPausesMs[attempt];
            if (pause === undefined || signal.aborted || !hadNoEffect(thrown))
              throw requestFailed(spec.name, what, thrown, exit);
            await delay(pause);
          }
        } finally {
          leave();
        }
      }
    },
    health() {
      const current = lifecycle.current();
      const running = typeof current === 'string' ? undefined : current;
      const state = running ? 'ready' : current === 'starting' ? 'starting' : 'stopped';
      return {
        server: spec.name,
        transport: spec.transport,
        state: spec.enabled
          ? state === 'stopped' && breaker.failures
            ? 'failing'
            : state
          : 'disabled',
        pid: running?.child?.pid ?? null,
        protocol_version: lifecycle.latest()?.connection.protocolVersion ?? null,
        calls,
        failures,
        open_until: isOpen(breaker, Date.now()) ? new Date(breaker.openUntil).toISOString() : null,
        last_error: lastError ?? null,
        stderr_tail: lifecycle.latest()?.child?.stderr.lines(20) ?? [],
      };
    },
    stop: lifecycle.stop,
    idleStopChanged: lifecycle.idleStopChanged,
  };
}

function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  server: string,
): Promise<Result> {
  if (signal.aborted) return Promise.reject(givenUp(server));
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(givenUp(server));
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
