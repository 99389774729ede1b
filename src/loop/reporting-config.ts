import { z } from 'zod';
import { about } from '../base/about.ts';
import { referable, reference } from '../base/env-reference.ts';

const flag = z.boolean();

/** The `ui` block: what a person sees of a run. */
export const uiConfig = z.strictObject({
  mode: about(z.enum(['auto', 'rich', 'plain']).default('auto'), 'Live view or plain lines.'),
  no_color: about(flag.default(false), 'Print without colour.'),
  ascii_only: about(flag.default(false), 'Print ASCII characters only.'),
  ai_raw: about(flag.default(false), "Print the agent's output as it comes."),
  ai_show_prompt: about(flag.default(false), 'Print the prompt of each iteration.'),
  ai_show_final: about(flag.default(true), "Print the agent's last message."),
  ai_prompt_progress_every: about(
    z.int().min(0).default(50),
    'Print progress every so many lines of a long prompt; 0 never.',
  ),
  ai_tool_mode: about(
    z.enum(['summary', 'full', 'none']).default('summary'),
    "How much of the agent's tool calls is printed.",
  ),
  ai_sys_mode: about(
    z.enum(['summary', 'full']).default('summary'),
    "How much of the agent's system messages is printed.",
  ),
});

const target = z.strictObject({
  command: about(
    z.string().min(1).optional(),
    'Shell command; it reads the event as JSON on stdin.',
    'notify-send Ralph',
  ),
  webhook: about(
    referable
      .regex(
        /^(https?:\/\/|\$\{env:)/,
        `must be an http or https URL, or a reference ${reference('NAME')}`,
      )
      .optional(),
    'URL that gets the event as a JSON POST; may be a reference.',
    reference('SLACK_WEBHOOK'),
  ),
});

/** The `notify` block: whom a run tells. */
export const notifyConfig = z.strictObject({
  on_finish: about(target.optional(), 'Told when a run ends.'),
  on_needs_input: about(target.optional(), 'Told when a run waits for an answer.'),
});

/** The `logs` block. */
export const logsConfig = z.strictObject({
  keep_days: about(
    z.int().min(1).default(30),
    'Days that transcripts and the refs of rejected work are kept.',
  ),
});
