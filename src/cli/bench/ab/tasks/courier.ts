import type { SettingsRepository } from './settings-repository.ts';

/** Parcels: notices from carriers come in, notices to shops go out. */
export const courier: SettingsRepository = {
  about:
    'Settings of the parcel tracker. `inbound/` is what carriers send us, `outbound/` what we send to shops, `queue/` what lies between. A comment behind a setting lists what it can be.',
  files: {
    'inbound/north-post.toml': `signature = "body"               # none | header | body | raw_body | body_and_time
clock_skew_s = 300               # 0 | 30 | 60 | 120 | 300 | 900
duplicates = "event_id"          # keep | event_id | parcel_and_state | parcel_and_time
batch = 100
`,
    'inbound/sea-freight.toml': `signature = "header"             # none | header | body | raw_body | body_and_time
clock_skew_s = 0                 # 0 | 30 | 60 | 120 | 300 | 900
duplicates = "keep"              # keep | event_id | parcel_and_state | parcel_and_time
ports_file = "ports-2019.csv"    # ports-2019.csv | ports-2022.csv | ports-un.csv | ports-own.csv
`,
    'inbound/bike-line.toml': `signature = "raw_body"           # none | header | body | raw_body | body_and_time
clock_skew_s = 60                # 0 | 30 | 60 | 120 | 300 | 900
duplicates = "parcel_and_state"  # keep | event_id | parcel_and_state | parcel_and_time
`,
    'outbound/webhook.toml': `backoff = "fixed"                # none | fixed | linear | exponential | jittered
order = "none"                   # none | parcel | shop | global
payload = "v2"                   # v1 | v2 | v3
dead_letter_after = 20           # 3 | 5 | 10 | 20 | 50
`,
    'outbound/mail.toml': `backoff = "jittered"             # none | fixed | linear | exponential | jittered
sender = "parcels@example.org"
`,
    'queue/events.toml': `visibility_s = 30                # 10 | 30 | 60 | 180 | 600
order = "parcel"                 # none | parcel | shop | global
name = "events"
`,
    'queue/retry.toml': `visibility_s = 600               # 10 | 30 | 60 | 180 | 600
max_receives = 5
`,
    'docs/carriers.md': `# Carriers
North Post signs the body. Bike Line signs the bytes as sent. Sea Freight is new; their handbook is a scan.
`,
    'docs/shops.md': `# Shops
Shops get a webhook per change. Most cannot cope with bursts. Old shops know only the second version of the payload, new ones want \`payload = "v3"\` by contract.
`,
    'docs/queue.md': `# The queue
A message that is not confirmed in time is handed out again. Workers need up to two minutes for a customs entry.
`,
    'docs/people.md': `# People
Who is on call stands on the wall. Escalate after an hour.
`,
  },
  history: [
    {
      problem:
        'Webhooks of Bike Line are refused with "bad signature" although the secret is right.',
      fix: 'Our framework had parsed and re-written the JSON before it was checked. The bytes as received have to be used: `signature = "raw_body"` in inbound/bike-line.toml.',
      files: ['inbound/bike-line.toml'],
    },
    {
      problem: 'Shops are flooded after an outage: all of our retries arrive in the same second.',
      fix: 'Spread them at random. Set `backoff = "jittered"` in outbound/mail.toml; webhooks were left for later.',
      files: ['outbound/mail.toml'],
    },
    {
      problem: 'North Post notices are thrown away as too old.',
      fix: 'Their clocks are off by minutes. Set `clock_skew_s = 300` in inbound/north-post.toml.',
      files: ['inbound/north-post.toml'],
    },
    {
      problem: 'Parcels jump back from delivered to on the way.',
      fix: 'Two workers handled notices of one parcel at once. Keep those of a parcel in line: `order = "parcel"` in queue/events.toml.',
      files: ['queue/events.toml'],
    },
    {
      problem: 'The dashboard shows times in the wrong zone.',
      fix: 'Show what the user chose: `zone = "user"` in web/dashboard.toml.',
      files: ['web/dashboard.toml'],
    },
    {
      problem: 'Bike Line sends the same state five times an hour and shops get five mails.',
      fix: 'They number every notice anew, so ids do not tell. Set `duplicates = "parcel_and_state"` in inbound/bike-line.toml.',
      files: ['inbound/bike-line.toml'],
    },
    {
      problem: 'Retry messages come back while the worker still works on them.',
      fix: 'Customs entries take long. Set `visibility_s = 180` in queue/retry.toml; raised to `visibility_s = 600` after the holidays, when the customs office was slow.',
      files: ['queue/retry.toml'],
    },
    {
      problem: 'Tests of the importer fail on machines with another locale.',
      fix: 'Pinned the locale for tests: `locale = "C"` in test/settings.toml.',
      files: ['test/settings.toml'],
    },
    {
      problem: 'A ship was shown in the wrong harbour: two harbours share a short name.',
      fix: 'Our own list is out of date, take the one of the United Nations. It goes into the importers as `ports_file = "ports-un.csv"`.',
      files: ['data/ports-un.csv'],
    },
    {
      problem: 'Poison messages fill the webhook log for days.',
      fix: 'Nothing that failed ten times ever went through. Give up then: `dead_letter_after = 10` for everything that goes out.',
      files: ['outbound/webhook.toml'],
    },
  ],
  tasks: [
    {
      name: 'Rename a Queue',
      complexity: 'low',
      expected_improvement: '0%',
      issue:
        'The queue of events is to be called after what it holds. In `queue/events.toml` set `name = "parcel-events"`.',
      obstacles: [
        {
          stage: 1,
          file: 'queue/events.toml',
          key: 'name',
          value: '"parcel-events"',
          says: 'the queue has its new name',
        },
      ],
    },
    {
      name: 'Error Recovery',
      complexity: 'medium',
      expected_improvement: '25-40%',
      issue:
        'After an outage of ours a shop was taken down by the webhooks that we sent again, and some messages were tried for days. Make sending webhooks behave after failures.',
      obstacles: [
        {
          stage: 1,
          file: 'outbound/webhook.toml',
          key: 'backoff',
          value: '"jittered"',
          says: 'after an outage all webhooks are sent again in the same second',
        },
        {
          stage: 2,
          file: 'outbound/webhook.toml',
          key: 'dead_letter_after',
          value: '10',
          says: 'a webhook that can never be delivered is still tried on the third day',
        },
        {
          stage: 3,
          file: 'queue/events.toml',
          key: 'visibility_s',
          value: '180',
          says: 'an event is handed out again while a worker is busy with its customs entry',
        },
      ],
    },
    {
      name: 'Feature Implementation',
      complexity: 'high',
      expected_improvement: '15-25%',
      issue:
        'Take up Sea Freight as a carrier: their notices have to be accepted, understood and passed on to shops, which want them in order and in the newest format.',
      obstacles: [
        {
          stage: 1,
          file: 'inbound/sea-freight.toml',
          key: 'signature',
          value: '"raw_body"',
          says: 'notices of Sea Freight are refused: bad signature, though the secret is right',
        },
        {
          stage: 2,
          file: 'inbound/sea-freight.toml',
          key: 'clock_skew_s',
          value: '900',
          says: 'notices of Sea Freight are thrown away as too old',
        },
        {
          stage: 3,
          file: 'inbound/sea-freight.toml',
          key: 'ports_file',
          value: '"ports-un.csv"',
          says: 'a container is shown in a harbour of the same short name',
        },
        {
          stage: 3,
          file: 'inbound/sea-freight.toml',
          key: 'duplicates',
          value: '"parcel_and_time"',
          says: 'a container has the same state twice in its history',
        },
        {
          stage: 4,
          file: 'outbound/webhook.toml',
          key: 'order',
          value: '"parcel"',
          says: 'a shop hears of the delivery before the departure',
        },
        {
          stage: 5,
          file: 'outbound/webhook.toml',
          key: 'payload',
          value: '"v3"',
          says: 'new shops refuse the format of the webhook',
        },
      ],
    },
  ],
};
