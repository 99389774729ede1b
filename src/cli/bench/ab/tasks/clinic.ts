import type { SettingsRepository } from './settings-repository.ts';

/** Reminders of appointments, by mail and text message. */
export const clinic: SettingsRepository = {
  about:
    'Settings of the reminders of a clinic. `remind/` says when and what, `send/` how it goes out, `text/` in which words. A comment behind a setting lists what it can be.',
  files: {
    'remind/first-visit.toml': `clock = "server"                 # server | clinic | patient | utc
hours_before = 24
quiet_hours = "none"             # none | night | night_and_noon | sundays
on_change = "ignore"             # ignore | resend | cancel_and_resend
`,
    'remind/check-up.toml': `clock = "clinic"                 # server | clinic | patient | utc
hours_before = 48
quiet_hours = "night"            # none | night | night_and_noon | sundays
on_change = "cancel_and_resend"  # ignore | resend | cancel_and_resend
`,
    'remind/vaccination.toml': `clock = "utc"                    # server | clinic | patient | utc
quiet_hours = "sundays"          # none | night | night_and_noon | sundays
`,
    'send/mail.toml': `provider = "old-post"            # old-post | new-post | own
tls = "optional"                 # off | optional | required | pinned
bounce = "drop"                  # drop | retry | mark_patient | call_desk
rate_per_min = 600               # 30 | 60 | 120 | 300 | 600
sender_proof = "none"            # none | spf | dkim | dkim_and_dmarc
`,
    'send/text-message.toml': `encoding = "gsm7"                # gsm7 | ucs2 | auto
split = "hard"                   # hard | words | none
bounce = "mark_patient"          # drop | retry | mark_patient | call_desk
`,
    'text/letters.toml': `fallback = "none"                # none | german | english | both
encoding = "latin-1"             # latin-1 | utf-8 | utf-16
names = "as_entered"             # as_entered | upper | title
direction = "ltr"
`,
    'text/desk.toml': `fallback = "both"                # none | german | english | both
encoding = "utf-8"               # latin-1 | utf-8 | utf-16
`,
    'docs/reminders.md': `# Reminders
A reminder is a promise: better none than a wrong one. Nobody is called at night.
`,
    'docs/sending.md': `# Sending
Mail goes through a provider, text messages through the phone company. Both charge per piece.
`,
    'docs/languages.md': `# Languages
The desk speaks two languages. A text message in letters outside the short alphabet costs double.
`,
    'docs/privacy.md': `# Privacy
No diagnosis in any message. Names only where needed.
`,
  },
  history: [
    {
      problem: 'Check-up reminders come at four in the morning for patients on holiday abroad.',
      fix: 'The hour that counts is that of the place where the appointment is: `clock = "clinic"` in remind/check-up.toml.',
      files: ['remind/check-up.toml'],
    },
    {
      problem: 'Patients complain of messages at night.',
      fix: 'First `quiet_hours = "night_and_noon"` in remind/check-up.toml, which delayed too many; `quiet_hours = "night"` is what was kept.',
      files: ['remind/check-up.toml'],
    },
    {
      problem: 'A moved appointment is announced twice, with both times.',
      fix: 'The old reminder has to be taken back before the new one goes out: `on_change = "cancel_and_resend"` in remind/check-up.toml.',
      files: ['remind/check-up.toml'],
    },
    {
      problem: 'The desk sees question marks instead of names.',
      fix: 'The screens read another encoding than we wrote. `encoding = "utf-8"` in text/desk.toml, and so should everything that shows names.',
      files: ['text/desk.toml'],
    },
    {
      problem: 'Text messages to dead numbers are paid for month after month.',
      fix: 'Note it at the patient so that the desk asks: `bounce = "mark_patient"` in send/text-message.toml.',
      files: ['send/text-message.toml'],
    },
    {
      problem: 'The invoice of the phone company doubled.',
      fix: 'One curly quote made every message long. Cleaned the texts; left `encoding = "gsm7"` in send/text-message.toml as it is until there is a second language.',
      files: ['send/text-message.toml'],
    },
    {
      problem: 'A patient got a letter with an empty body: there was no text in her language.',
      fix: 'Whoever has no text gets two: `fallback = "both"` in text/desk.toml. Letters to patients follow when they are translated.',
      files: ['text/desk.toml'],
    },
    {
      problem: 'The backup of the appointment book fills the disk.',
      fix: 'Kept a week instead of a year: `keep_days = 7` in backup/settings.toml.',
      files: ['backup/settings.toml'],
    },
    {
      problem: 'Vaccination reminders go out on holidays.',
      fix: 'Known and left; the list of holidays is not in the program.',
      files: ['remind/vaccination.toml'],
    },
  ],
  skills: ['Never test reminders with the number of a real patient.'],
  tasks: [
    {
      name: 'Reminders at the Wrong Hour',
      complexity: 'medium',
      expected_improvement: '20-30%',
      issue:
        'New patients are reminded in the middle of the night, and when their first visit is moved they hear of both times. Mend the reminders of first visits.',
      obstacles: [
        {
          stage: 1,
          file: 'remind/first-visit.toml',
          key: 'clock',
          value: '"clinic"',
          says: 'a patient abroad is reminded at the wrong hour',
        },
        {
          stage: 2,
          file: 'remind/first-visit.toml',
          key: 'on_change',
          value: '"cancel_and_resend"',
          says: 'a moved first visit is announced with both times',
        },
        {
          stage: 2,
          file: 'remind/first-visit.toml',
          key: 'quiet_hours',
          value: '"night_and_noon"',
          says: 'a new patient is woken or disturbed at lunch',
        },
      ],
    },
    {
      name: 'Two Languages',
      complexity: 'high',
      expected_improvement: '15-25%',
      issue:
        'Letters and text messages to patients are to be sent in two languages. Names with foreign letters have to survive, nobody may get an empty letter, and long messages must stay readable.',
      obstacles: [
        {
          stage: 1,
          file: 'text/letters.toml',
          key: 'encoding',
          value: '"utf-8"',
          says: 'names in letters show question marks',
        },
        {
          stage: 2,
          file: 'text/letters.toml',
          key: 'fallback',
          value: '"both"',
          says: 'a patient whose language is missing gets an empty letter',
        },
        {
          stage: 3,
          file: 'send/text-message.toml',
          key: 'encoding',
          value: '"auto"',
          says: 'a text message loses the letters of the second language',
        },
        {
          stage: 4,
          file: 'send/text-message.toml',
          key: 'split',
          value: '"words"',
          says: 'a long text message is cut in the middle of a word',
        },
        {
          stage: 5,
          file: 'text/letters.toml',
          key: 'names',
          value: '"title"',
          says: 'a letter shouts the name of a patient',
        },
      ],
    },
    {
      name: 'Moving the Mail Provider',
      complexity: 'high',
      expected_improvement: '15-25%',
      issue:
        'The mail provider closes down. Move to the new one, so that mails arrive, are not taken for spam and stay within what the new one allows.',
      obstacles: [
        {
          stage: 1,
          file: 'send/mail.toml',
          key: 'provider',
          value: '"new-post"',
          says: 'the old provider refuses every mail',
        },
        {
          stage: 2,
          file: 'send/mail.toml',
          key: 'tls',
          value: '"required"',
          says: 'the new provider refuses connections that are not protected',
        },
        {
          stage: 3,
          file: 'send/mail.toml',
          key: 'sender_proof',
          value: '"dkim_and_dmarc"',
          says: 'mails of the clinic are taken for spam',
        },
        {
          stage: 4,
          file: 'send/mail.toml',
          key: 'rate_per_min',
          value: '120',
          says: 'the new provider shuts us out for an hour after a burst',
        },
      ],
    },
  ],
};
