import { defined } from '../../base/defined.ts';
import type { Invocation, OptionSpec } from '../command.ts';
import { numberOption } from '../project/read-input.ts';
import { textOption } from '../read-values.ts';

/** The filters that listing and searching tools share. */
export const filterOptions: readonly OptionSpec[] = [
  { name: 'category', value: 'NAME', description: 'Only tools of this category' },
  { name: 'server', value: 'NAME', description: 'Only tools of this server' },
  {
    name: 'max-latency',
    value: 'MS',
    description: 'Only tools whose calls took no longer on average',
  },
  {
    name: 'min-success',
    value: 'PERCENT',
    description: 'Only tools whose calls succeed this often',
  },
];

export function givenFilters(invocation: Invocation) {
  return defined({
    category: textOption(invocation, 'category'),
    server: textOption(invocation, 'server'),
    max_latency_ms: numberOption(invocation, 'max-latency', { min: 1, max: 3_600_000 }),
    min_success_rate: numberOption(invocation, 'min-success', { min: 0, max: 100 }),
  });
}
