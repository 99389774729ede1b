import { financeServer } from './finance-server.ts';

/** What is in the demo's repository before the run, by path: a small program, red tests, three tasks. */
export const tillRepository: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'till', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}
`,
  'src/till.js': `/** What a basket costs, in cents. The discount is in percent. */
export function total(basket, discount = 0) {
  const sum = basket.reduce((cents, { price, count }) => cents + price * count, 0);
  return (sum * (100 - discount)) / 100;
}
`,
  'test/till.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { total } from '../src/till.js';

test('adds up a basket', () => {
  assert.equal(total([{ price: 1250, count: 2 }, { price: 399, count: 1 }]), 2899);
});

test('takes a discount off in whole cents', () => {
  assert.equal(total([{ price: 999, count: 3 }], 10), 2697);
});

test('rounds half a cent up', () => {
  assert.equal(total([{ price: 50, count: 1 }], 15), 43);
});
`,
  'tasks.md': `# The till

## Checkout {#checkout}

> What a basket costs, and the receipt for it.

- [ ] Mend the discount {#T-1}
  > A discount leaves fractions of a cent. Two tests are red.
  - [ ] Discounts come out in whole cents, half a cent rounded up
  - discipline: backend
  - files: src/till.js, test/till.test.js
- [ ] Add VAT to the total {#T-2}
  > A total with value added tax, at the standard rate of the country of the shop.
  - [ ] The total is in whole cents, half a cent rounded up
  - discipline: backend
  - depends on: T-1
- [ ] Print receipts: as text, and as CSV {#T-3}
  - discipline: backend
  - depends on: T-2
`,
  'tools/finance-server.mjs': financeServer,
  'ralph.yaml': `agents: { default: demo }
run: { sleep_seconds: 0 }
commit: true                             # one commit per iteration
gates:
  - { name: test, run: node --test }     # red before the run, green at its end
budgets: { iterations: 8, minutes: 5 }
catalog:
  servers:
    finance: { command: node, args: [tools/finance-server.mjs] }
learning:
  mcp_context:
    credit: { holdout: 0 }               # leave nothing out at random: a demo has no time to learn from it
`,
  '.gitignore': '.ralph/\n.agent/\n',
};
