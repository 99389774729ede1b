import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessGrant } from './access.ts';

export type HttpMethod = 'GET' | 'POST' | 'DELETE';

/** One address of the HTTP server. The server checks host, origin, token and rate before it calls `handle`. */
export interface HttpRoute {
  /** `/*` at its end takes everything below. */
  readonly path: string;
  readonly methods: readonly HttpMethod[];
  /** `open` answers without a token, and therefore says nothing that is not public. */
  readonly access: 'open' | 'token';
  handle(exchange: HttpExchange): Promise<void>;
}

export interface HttpExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly url: URL;
  readonly grant: AccessGrant;
  /** Charges further messages (of a batch) to the caller's rate; answers false after refusing. */
  charge(messages: number): boolean;
}
