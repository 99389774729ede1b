export interface Limit {
  readonly on: 'ratio' | 'ours';
  readonly at_most?: number;
  readonly at_least?: number;
}

export interface Row {
  readonly name: string;
  readonly our_value: number;
  readonly baseline: string;
  readonly baseline_value: number;
  readonly ratio: number;
  readonly limit?: Limit;
}

export function row(
  name: string,
  ours: number,
  baseline: string,
  value: number,
  more?: Pick<Row, 'limit'>,
): Row;
export function ratioAtMost(value: number): Limit;
export function ratioAtLeast(value: number): Limit;
export function oursAtMost(value: number): Limit;
export function oursAtLeast(value: number): Limit;
export function verdictOf(row: Row): 'ok' | 'broken' | null;
export function tableOf(
  results: readonly { readonly suite: string; readonly rows: readonly Row[] }[],
): string;
