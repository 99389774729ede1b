import path from 'node:path';
import { expect, it } from 'vitest';
import { runProgramFile } from '../../../test/support/run-program.ts';
import { temporaryFolder } from '../../loop/testing/temporary-folder.ts';
import { financeServer } from './finance-server.ts';

const cases = [
  ['vat_rate', { country: 'de' }, { country: 'DE', percent: 19, as_of: '2025' }],
  ['currency_decimals', { currency: 'JPY' }, { currency: 'JPY', decimals: 0 }],
  ['check_iban', { iban: 'GB82 WEST 1234 5698 7654 32' }, { valid: true }],
  ['check_iban', { iban: 'GB82 WEST 1234 5698 7654 33' }, { valid: false }],
  ['check_barcode', { code: '4006381333931' }, { valid: true }],
  ['check_barcode', { code: '4006381333932' }, { valid: false }],
  ['check_card_number', { number: '4111 1111 1111 1111' }, { valid: true }],
  ['check_card_number', { number: '4111 1111 1111 1112' }, { valid: false }],
] as const;

it('answers what its tools promise, refuses what it does not know, and ends with its input', async () => {
  const calls = cases.map(([name, input]) => ['tools/call', { name, arguments: input }] as const);
  const requests = [
    ...calls,
    ['tools/call', { name: 'vat_rate', arguments: { country: 'XX' } }] as const,
    ['tools/list', {}] as const,
    ['nothing/known', {}] as const,
  ];
  const input = requests
    .map(([method, params], id) => JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    .join('\n');
  const file = path.join(temporaryFolder({ 'server.mjs': financeServer }), 'server.mjs');
  const { code, stdout, stderr } = await runProgramFile(file, [], { input: `${input}\n` });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const [place, [name, , answer]] of cases.entries()) {
    expect(answers[place].result.structuredContent, name).toEqual(answer);
  }
  const [unknown, listed, refused] = answers.slice(cases.length);
  expect(unknown.result).toMatchObject({ isError: true });
  expect(listed.result.tools).toHaveLength(5);
  expect(refused.error.code).toBe(-32601);
});
