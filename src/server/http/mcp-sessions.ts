import { type Clock, systemClock } from '../../base/clock.ts';

export interface McpSession {
  readonly id: string;
  readonly surfaceKey: string;
  close(): Promise<void>;
}

/** The connections of older clients, which live across requests. */
export interface McpSessions<S extends McpSession> {
  /** False when there are as many as there may be and all are in use. */
  makeRoom(): Promise<boolean>;
  add(session: S): void;
  /** Only under the key it was made with: another token's session is as good as none. */
  find(id: string, surfaceKey: string): S | undefined;
  remove(id: string): void;
  /** Marks a session as in use until the answer is called. */
  use(id: string): () => void;
  readonly size: number;
  close(): Promise<void>;
}

export function createMcpSessions<S extends McpSession>(options: {
  readonly most: number;
  readonly idleMs: number;
  readonly clock?: Clock;
}): McpSessions<S> {
  const { most, idleMs, clock = systemClock } = options;
  const sessions = new Map<string, { readonly session: S; users: number; lastUsed: number }>();
  const now = () => clock.now().getTime();

  async function end(id: string): Promise<void> {
    const entry = sessions.get(id);
    sessions.delete(id);
    await entry?.session.close();
  }

  async function expire(olderThan: number): Promise<void> {
    for (const [id, entry] of sessions) {
      if (entry.users === 0 && entry.lastUsed <= olderThan) await end(id);
    }
  }

  const sweep = setInterval(() => void expire(now() - idleMs), Math.min(idleMs, 60_000));
  sweep.unref();

  return {
    async makeRoom() {
      if (sessions.size < most) return true;
      await expire(now() - idleMs);
      if (sessions.size < most) return true;
      const idle = [...sessions.entries()]
        .filter(([, entry]) => entry.users === 0)
        .sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
      const [oldest] = idle;
      // Clients that never say goodbye must not lock everybody else out.
      if (oldest) await end(oldest[0]);
      return sessions.size < most;
    },
    add(session) {
      sessions.set(session.id, { session, users: 0, lastUsed: now() });
    },
    find(id, surfaceKey) {
      const entry = sessions.get(id);
      return entry?.session.surfaceKey === surfaceKey ? entry.session : undefined;
    },
    remove(id) {
      sessions.delete(id);
    },
    use(id) {
      const entry = sessions.get(id);
      if (!entry) return () => {};
      entry.users++;
      entry.lastUsed = now();
      return () => {
        entry.users--;
        entry.lastUsed = now();
      };
    },
    get size() {
      return sessions.size;
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}
