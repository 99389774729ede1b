import { z } from 'zod';
import { about } from '../../base/about.ts';

const pattern = z
  .string()
  .regex(
    /^[A-Za-z0-9_*-]{1,64}(?:\/\S{1,256})?$/,
    'is neither a server nor a tool (server/tool); "*" stands for any letters',
  );
const patterns = () => z.array(pattern).default([]);

const rule = z.strictObject({
  allow: about(patterns(), 'Only these may be used; everything while it is empty.', ['github']),
  deny: about(patterns(), 'These may not be used, whatever else is said.', ['github/delete_*']),
});

/** The settings of the `catalog` block that say who may call what, and how often. */
export const safetySettings = {
  access: about(
    z
      .strictObject({
        ...rule.shape,
        recipes: about(
          z.record(z.string(), rule).default({}),
          'Rules for the sessions of one recipe, beside those that hold everywhere.',
          { opus_review: { allow: ['github/get_*'] } },
        ),
        disciplines: about(
          z.record(z.string(), rule).default({}),
          'Rules for the sessions of one discipline, beside those that hold everywhere.',
          { documentation: { deny: ['postgres'] } },
        ),
      })
      .prefault({}),
    'Which downstream servers and tools may be seen and called.',
  ),
  rate_limit: about(
    z
      .strictObject({
        per_minute: about(z.int().min(1).default(600), 'Calls of all tools together.'),
        per_tool_per_minute: about(z.int().min(1).default(120), 'Calls of one tool.'),
      })
      .prefault({}),
    'How often one session, or one client without a session, may call downstream tools.',
  ),
};

const shape = z.strictObject(safetySettings);
export type AccessSettings = z.output<typeof shape>['access'];
export type RateSettings = z.output<typeof shape>['rate_limit'];
