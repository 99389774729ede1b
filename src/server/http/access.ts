import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a token opens: one surface, and nothing of any other. */
export interface AccessGrant {
  readonly surfaceKey: string;
}

/** Knows which tokens there are. Sessions bring their own. */
export interface TokenStore {
  authenticate(token: string): Promise<AccessGrant | undefined>;
}

/** Tokens that are known when the server starts, each with the surface it opens. */
export function fixedTokens(
  tokens: readonly (AccessGrant & { readonly token: string })[],
): TokenStore {
  const known = tokens.map(({ token, surfaceKey }) => ({ digest: digest(token), surfaceKey }));
  return {
    async authenticate(token) {
      const given = digest(token);
      let grant: AccessGrant | undefined;
      // Every token is compared, in constant time, so that the answer's delay says nothing about any.
      for (const { digest: expected, surfaceKey } of known) {
        if (timingSafeEqual(given, expected)) grant = { surfaceKey };
      }
      return grant;
    },
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The bearer token of a request. Never from the URL: addresses end up in logs and histories. */
export function bearerToken(req: IncomingMessage): string | undefined {
  return /^Bearer +([\x21-\x7e]{1,512})$/i.exec(req.headers.authorization ?? '')?.[1];
}
