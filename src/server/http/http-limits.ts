/** What an HTTP client may use up. The defaults leave a busy agent alone and stop a runaway one. */
export interface HttpLimits {
  readonly bodyBytes: number;
  readonly requestsPerMinute: number;
  readonly requestBurst: number;
  readonly connections: number;
  readonly sessions: number;
  readonly sessionIdleMs: number;
  /** For the headers of a request, and for the whole of it. */
  readonly headersMs: number;
  readonly requestMs: number;
  readonly graceMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  bodyBytes: 4 * 1_024 * 1_024,
  requestsPerMinute: 1_200,
  requestBurst: 300,
  connections: 256,
  sessions: 100,
  sessionIdleMs: 30 * 60_000,
  headersMs: 10_000,
  requestMs: 30_000,
  graceMs: 10_000,
};
