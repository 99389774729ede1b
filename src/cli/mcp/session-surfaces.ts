import type { App } from '../../app/create-app.ts';
import type { Logger } from '../../base/logger.ts';
import type { TokenStore } from '../../server/http/access.ts';
import { sessionSurface } from '../../server/session-surface.ts';
import type { McpSurface } from '../../server/surface.ts';
import { findSession, findSessionByToken } from '../../session/find-session.ts';
import type { SessionPlan } from '../../session/plan.ts';
import type { Registry } from '../../tool/registry.ts';

/** More sessions than one server sees at a time; the oldest are made anew when they come back. */
const mostKept = 256;

/** The sessions of a project, served to whoever holds their tokens. */
export interface SessionSurfaces {
  byId(id: string): Promise<McpSurface>;
  byKey(key: string): Promise<McpSurface | undefined>;
  /** The tokens of all sessions, or of one. */
  tokens(only?: McpSurface): TokenStore;
}

const keyPrefix = 'session:';
const sessionKey = (id: string) => `${keyPrefix}${id}`;

export function createSessionSurfaces(app: App, logger: Logger): SessionSurfaces {
  // A connection compares surfaces by identity, so one session must always get the same.
  const kept = new Map<string, McpSurface>();
  let registry: Promise<Registry> | undefined;

  async function surfaceOf(plan: SessionPlan): Promise<McpSurface> {
    const key = sessionKey(plan.session_id);
    const known = kept.get(key);
    if (known) return known;
    registry ??= app.registry();
    const surface = sessionSurface({
      plan,
      key,
      registry: await registry,
      root: app.roots[0],
      logger,
    });
    // Another request may have made it meanwhile.
    const other = kept.get(key);
    if (other) return other;
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, surface);
    return surface;
  }

  const byId = async (id: string) => surfaceOf(await findSession(app.sessions, id));
  return {
    byId,
    async byKey(key) {
      const known = kept.get(key);
      if (known || !key.startsWith(keyPrefix)) return known;
      return byId(key.slice(keyPrefix.length));
    },
    tokens: (only) => ({
      async authenticate(token) {
        // What cannot be a token of ours costs no look into the database.
        if (!/^[\w-]{43}$/.test(token)) return undefined;
        const plan = await findSessionByToken(app.sessions, token);
        const surface = plan && (await surfaceOf(plan));
        return surface && (only ?? surface) === surface ? { surfaceKey: surface.key } : undefined;
      },
    }),
  };
}
