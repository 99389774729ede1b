/** How a server is doing, as `doctor` prints it. */
export interface ServerHealth {
  readonly server: string;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly state: 'stopped' | 'starting' | 'ready' | 'failing' | 'disabled';
  readonly pid: number | null;
  readonly protocol_version: string | null;
  readonly calls: number;
  readonly failures: number;
  /** Until when it is left alone after failing too often. */
  readonly open_until: string | null;
  readonly last_error: string | null;
  readonly stderr_tail: readonly string[];
}
