import type { SettingsRepository } from './settings-repository.ts';

/** Invoices, refunds and monthly statements of a small shop. */
export const invoices: SettingsRepository = {
  about:
    'Settings of the billing service: how invoices, refunds, statements and reminders are made. Each file under `config/` belongs to one part; a comment behind a setting lists what it can be.',
  files: {
    'config/invoice.toml': `# Invoices as customers get them.
rounding = "up"                  # up | down | half_up | half_down | half_even | none
tax_order = "after_discount"     # before_discount | after_discount | per_line | on_total
number_source = "shared"         # shared | per_year | per_country
language = "en"
`,
    'config/refund.toml': `# Refunds.
rounding = "half_even"           # up | down | half_up | half_down | half_even | none
idempotency = "order_and_attempt" # none | order | order_and_attempt | random
max_days = 30
`,
    'config/statement.toml': `# The statement of a month, sent on its second day.
rounding = "down"                # up | down | half_up | half_down | half_even | none
month_end = "utc"                # utc | server | customer | seller
open_items = "all"               # all | due | overdue | unmatched
page_size = 50                   # 10 | 25 | 50 | 100 | 200
idempotency = "none"             # none | statement | statement_and_month | random
`,
    'config/reminder.toml': `# Reminders of what is due.
month_end = "seller"             # utc | server | customer | seller
first_after_days = 14
level_source = "ledger"          # ledger | mailbox | statement
`,
    'config/export.toml': `# The file for the bookkeepers.
rounding = "none"                # up | down | half_up | half_down | half_even | none
decimal_sign = ","
encoding = "windows-1252"        # utf-8 | utf-16 | windows-1252 | latin-9
`,
    'config/payment.toml': `# The payment provider.
timeout_s = 45                   # 5 | 10 | 20 | 45 | 90
retry = "twice"
`,
    'docs/overview.md': `# Billing
Invoices are made at night, statements on the second day of a month. The ledger is the truth; everything else can be made again from it.
`,
    'docs/statements.md': `# Statements
A statement lists what a customer ordered, paid and still owes. It goes out by mail and is kept for ten years. Long ones are split into pages; printers at the office jam above \`page_size = 25\`.
`,
    'docs/glossary.md': `# Words
Ledger: all bookings. Unmatched: a payment that no invoice was found for. Seller: the company that sends the invoice.
`,
    'docs/style.md': `# Style of documents
Write amounts with the currency first. Dates are written out. No abbreviations.
`,
  },
  history: [
    {
      problem: 'Customers see the wrong logo on mails after the move to the new brand.',
      fix: 'The mail layout kept an old copy. Set `logo = "brand_2"` in config/layout.toml and emptied the cache.',
      files: ['config/layout.toml'],
    },
    {
      problem: 'The bookkeepers cannot open the export: umlauts are broken in their program.',
      fix: 'Their program only reads the old code page. Set `encoding = "windows-1252"` in config/export.toml.',
      files: ['config/export.toml'],
    },
    {
      problem: 'Payment calls end with a timeout on Fridays.',
      fix: 'First try: `timeout_s = 20` in config/payment.toml, which was better but not enough.',
      files: ['config/payment.toml'],
    },
    {
      problem: 'A refund was paid twice when the provider answered late and we asked again.',
      fix: 'Every call now carries a key that is the same for the same try. Set `idempotency = "order_and_attempt"` in config/refund.toml.',
      files: ['config/refund.toml'],
    },
    {
      problem: 'Refund of three articles at 33.5 cents each is a cent more than what was paid.',
      fix: 'Amounts that are split have to be rounded to the even cent, as the tax office does. Set `rounding = "half_even"` in config/refund.toml; the same holds wherever money is split.',
      files: ['config/refund.toml'],
    },
    {
      problem: 'Amounts in the export are off by a cent against the ledger.',
      fix: 'The export must not round at all, the bookkeepers do it. Set `rounding = "none"` in config/export.toml.',
      files: ['config/export.toml'],
    },
    {
      problem: 'Two invoices with the same number in January.',
      fix: 'The counter was shared and started anew. Set `number_source = "per_year"` in config/invoice.toml for the new year; rolled back later because the auditors want one row of numbers: `number_source = "shared"`.',
      files: ['config/invoice.toml'],
    },
    {
      problem: 'Reminders went out a day early for customers overseas at the end of a month.',
      fix: 'A month ends when it ends for whoever sends the bill. Set `month_end = "seller"` in config/reminder.toml.',
      files: ['config/reminder.toml'],
    },
    {
      problem: 'Payment calls still time out when the provider does its nightly settlement.',
      fix: 'Their contract promises an answer within forty seconds. Set `timeout_s = 45` in config/payment.toml and removed the old value.',
      files: ['config/payment.toml'],
    },
    {
      problem: 'A customer with a voucher paid tax on the full price.',
      fix: 'Tax is computed on what is really paid. Set `tax_order = "after_discount"` in config/invoice.toml.',
      files: ['config/invoice.toml'],
    },
    {
      problem: 'The nightly job sends the same mail again after a crash.',
      fix: 'Jobs that send something need a key per document and period. Set `idempotency = "statement_and_month"` in the statement job before it was switched off for the audit.',
      files: ['config/statement.toml'],
    },
  ],
  skills: [
    'Run the check after every single change in billing: two wrong settings can hide each other.',
  ],
  tasks: [
    {
      name: 'Simple File Creation',
      complexity: 'low',
      expected_improvement: '0%',
      issue:
        'The service for gift cards needs a settings file of its own. Create `config/gift-card.toml` with `enabled = true` and `valid_years = 3`.',
      obstacles: [
        {
          stage: 1,
          file: 'config/gift-card.toml',
          key: 'enabled',
          value: 'true',
          says: 'gift cards are switched on',
        },
        {
          stage: 1,
          file: 'config/gift-card.toml',
          key: 'valid_years',
          value: '3',
          says: 'gift cards expire after three years',
        },
      ],
    },
    {
      name: 'Bug Fix',
      complexity: 'medium',
      expected_improvement: '20-30%',
      issue:
        'Invoices of several cheap articles are a cent higher than the sum that customers expect, and vouchers make it worse. Customers complain every day. Find out what is wrong with the invoice settings and mend it.',
      obstacles: [
        {
          stage: 1,
          file: 'config/invoice.toml',
          key: 'rounding',
          value: '"half_even"',
          says: 'three articles of 33.5 cents add up to one cent too much on an invoice',
        },
        {
          stage: 2,
          file: 'config/invoice.toml',
          key: 'tax_order',
          value: '"per_line"',
          says: 'tax of an invoice with a voucher and two tax rates does not match the ledger',
        },
      ],
    },
    {
      name: 'Monthly Statements',
      complexity: 'high',
      expected_improvement: '15-25%',
      issue:
        'Monthly statements were switched off for the audit and have to go out again. They showed wrong sums, some orders appeared in the wrong month, and after a crash customers got them twice. Make the statement settings right.',
      obstacles: [
        {
          stage: 1,
          file: 'config/statement.toml',
          key: 'rounding',
          value: '"half_even"',
          says: 'the lines of a statement do not add up to its sum',
        },
        {
          stage: 2,
          file: 'config/statement.toml',
          key: 'month_end',
          value: '"seller"',
          says: 'an order from overseas on the last evening is on the statement of the next month',
        },
        {
          stage: 3,
          file: 'config/statement.toml',
          key: 'idempotency',
          value: '"statement_and_month"',
          says: 'after a crash a statement is sent a second time',
        },
        {
          stage: 4,
          file: 'config/statement.toml',
          key: 'open_items',
          value: '"unmatched"',
          says: 'a payment without an invoice is missing from the statement',
        },
        {
          stage: 4,
          file: 'config/statement.toml',
          key: 'page_size',
          value: '25',
          says: 'the office printer jams on statements of a big customer',
        },
      ],
    },
  ],
};
