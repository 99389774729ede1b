import type { CallMeasurement } from '../../../catalog/bench/gateway/measure-calls.ts';

export interface Row extends CallMeasurement {
  /** `relay` is the plainest program that could stand between: the SDK on both sides and nothing else. */
  readonly path: 'direct' | 'relay' | 'gateway';
  readonly transport: 'stdio' | 'http';
  readonly clients: number;
  /** CPU time of Ralph itself for one call; null for direct calls. */
  readonly gateway_cpu_ms_per_call: number | null;
  /** CPU time, for one call, of the process that the callers speak to: Ralph, or the minimal server. */
  readonly cpu_ms_per_call: number | null;
}

/** What each path through Ralph keeps of the direct one beside it. */
export function compare(rows: readonly Row[]) {
  return rows
    .filter(({ path }) => path === 'gateway')
    .map((through) => {
      const beside = (wanted: Row['path']) =>
        rows.find(
          ({ path, transport, clients }) =>
            path === wanted && transport === through.transport && clients === through.clients,
        );
      const direct = beside('direct');
      const relay = beside('relay');
      const share = (row: Row) =>
        Math.round((100 * row.calls_per_s) / (direct?.calls_per_s ?? Number.NaN)) / 100;
      return {
        transport: through.transport,
        clients: through.clients,
        added_p50_ms: Math.round((through.p50_ms - (direct?.p50_ms ?? 0)) * 100) / 100,
        gateway_cpu_ms_per_call: through.gateway_cpu_ms_per_call,
        throughput_share: share(through),
        relay_throughput_share: relay ? share(relay) : null,
      };
    });
}
