import type { DemoScript, DemoStep } from '../../loop/agents/demo/agent-program.ts';

/** The prompt of a session on this task. */
const onTask = (id: number) => `^## The task\\n#${id} `;

/** A recalled error, as the memory quotes it in a prompt, that is about half a cent. */
const recalledError =
  '^### \\[ERROR\\] (?<error>\\S+)\\n<quoted.*\\n(?:\\|.*\\n)*?\\|.*half a cent';

const mendTill = (rounding: 'floor' | 'round'): DemoStep => ({
  write: 'src/till.js',
  text: `/** What a basket costs, in whole cents. The discount is in percent. */
export function total(basket, discount = 0) {
  const sum = basket.reduce((cents, { price, count }) => cents + price * count, 0);
  return Math.${rounding}((sum * (100 - discount)) / 100);
}
`,
});

function complete(summary: string, criterion?: string): DemoStep {
  const evidence = 'node --test';
  const results = criterion === undefined ? [] : [{ criterion, met: true, evidence }];
  return {
    call: 'complete_task',
    arguments: { summary, evidence: [evidence], criteria_results: results },
  };
}

const wholeCents = 'Discounts come out in whole cents, half a cent rounded up';

/**
 * What the agent of the demo does. It knows nothing but its prompt and what tools answer: without the recalled error
 * it would make its mistake again, without the person's answer it would not know the country, and the rate comes from
 * the catalog.
 */
export const agentScript: DemoScript = {
  turns: [
    {
      when: [onTask(1), recalledError],
      steps: [
        mendTill('round'),
        { call: 'mark_useful', arguments: { item_id: '{{error}}', helpful: true } },
        complete('Half a cent is rounded up now.', wholeCents),
        { say: 'Math.floor lost half a cent, Math.round keeps it: see [{{error}}].' },
      ],
    },
    {
      when: [onTask(1)],
      steps: [
        { call: 'list_tasks' },
        mendTill('floor'),
        complete('Discounts come out in whole cents now.', wholeCents),
      ],
    },
    {
      when: [onTask(2), '→ .*\\b(?<country>[A-Z]{2})\\b'],
      steps: [
        {
          call: 'catalog_search',
          arguments: { query: 'what percentage of VAT applies in a country' },
        },
        { capture: '"tool":"(?<tool>[^"]+)"', from: 'answer' },
        { call: 'catalog_schema', arguments: { tools: ['{{tool}}'] } },
        {
          call: 'catalog_call',
          arguments: { tool: '{{tool}}', arguments: { country: '{{country}}' } },
        },
        { capture: '"percent":(?<percent>[\\d.]+)', from: 'answer' },
        {
          write: 'src/vat.js',
          text: `/** The standard rate of {{country}}, from {{tool}}. */
export const vatPercent = {{percent}};

/** A price in cents, with VAT. */
export function withVat(cents) {
  return Math.round((cents * (100 + vatPercent)) / 100);
}
`,
        },
        {
          write: 'test/vat.test.js',
          text: `import assert from 'node:assert/strict';
import test from 'node:test';
import { withVat } from '../src/vat.js';

test('adds the VAT of Germany', () => {
  assert.equal(withVat(1000), 1190);
});

test('rounds half a cent of VAT up', () => {
  assert.equal(withVat(50), 60);
});
`,
        },
        complete(
          'VAT of {{country}} is {{percent}} %, from {{tool}}.',
          'The total is in whole cents, half a cent rounded up',
        ),
      ],
    },
    {
      when: [onTask(2)],
      steps: [
        {
          call: 'spawn_subtasks',
          arguments: {
            parent_id: 3,
            tasks: [{ title: 'Text receipts' }, { title: 'CSV receipts' }],
          },
        },
        {
          call: 'add_task_comment',
          arguments: { task_id: 3, body: 'This is two tasks: text receipts, and CSV.' },
        },
        {
          call: 'ask_human',
          arguments: { question: 'In which country is the shop?', blocking: true },
        },
      ],
    },
    {
      when: ['^## The task\\n#\\d+ .*Text receipts'],
      steps: [
        {
          write: 'src/receipt.js',
          text: `import { total } from './till.js';
import { withVat } from './vat.js';

const euros = (cents) => (cents / 100).toFixed(2);

/** A receipt as lines of text. */
export function receipt(basket, discount = 0) {
  const lines = basket.map(({ name, price, count }) => \`\${count} x \${name}  \${euros(price * count)}\`);
  return [...lines, \`Total with VAT  \${euros(withVat(total(basket, discount)))}\`].join('\\n');
}
`,
        },
        {
          write: 'test/receipt.test.js',
          text: `import assert from 'node:assert/strict';
import test from 'node:test';
import { receipt } from '../src/receipt.js';

test('prints lines and a total', () => {
  const basket = [{ name: 'Tea', price: 500, count: 2 }];
  assert.equal(receipt(basket), '2 x Tea  10.00\\nTotal with VAT  11.90');
});
`,
        },
        complete('src/receipt.js prints a receipt as text.'),
      ],
    },
    {
      when: ['^## The task\\n#\\d+ .*CSV receipts'],
      steps: [
        {
          write: 'src/receipt-csv.js',
          text: `/** A receipt as CSV: name, count, price in cents. */
export function receiptCsv(basket) {
  const quoted = (text) => \`"\${text.replaceAll('"', '""')}"\`;
  return basket.map(({ name, price, count }) => [quoted(name), count, price].join(',')).join('\\n');
}
`,
        },
        {
          write: 'test/receipt-csv.test.js',
          text: `import assert from 'node:assert/strict';
import test from 'node:test';
import { receiptCsv } from '../src/receipt-csv.js';

test('quotes names', () => {
  assert.equal(receiptCsv([{ name: 'Tea "Earl"', price: 500, count: 2 }]), '"Tea ""Earl""",2,500');
});
`,
        },
        complete('src/receipt-csv.js prints a receipt as CSV.'),
      ],
    },
  ],
};
