import { z } from 'zod';
import { referable, reference } from '../base/env-reference.ts';
import { ToolError } from '../base/errors.ts';
import { canonicalJson } from '../base/json.ts';
import { redactValue } from '../base/redaction.ts';
import { requiredText, text } from './fields.ts';

// Checked by a function and not by the pattern, which would be listed with every field that may hold one.
const value = text(2_000).refine(
  (given) => referable.safeParse(given).success,
  `has a broken reference; a reference is written ${reference('NAME')}`,
);

const entry = z
  .strictObject({
    command: requiredText(500).optional(),
    args: z.array(value).max(50).optional(),
    env: z.record(z.string().max(100), value).optional(),
    url: value
      .refine((url) => /^(https?:\/\/|\$\{env:)/.test(url), 'must be an http or https URL')
      .optional(),
    headers: z.record(z.string().max(100), value).optional(),
  })
  .check(({ value: given, issues }) => {
    const refuse = (key: string, message: string) =>
      issues.push({ code: 'custom', input: given, path: key ? [key] : [], message });
    const { command, args, env, url, headers } = given;
    if ((command === undefined) === (url === undefined)) {
      refuse('', 'needs either "command" or "url"');
    } else if (url !== undefined && (args || env)) {
      refuse(args ? 'args' : 'env', 'only goes with "command"');
    } else if (command !== undefined && headers) {
      refuse('headers', 'only goes with "url"');
    }
  });

/** Servers that sessions of a discipline get beside Ralph's own, which no other may pass for. */
export const mcpServersField = z
  .record(
    z
      .string()
      .regex(
        /^(?!(?:[Rr][Aa][Ll][Pp][Hh]|category)$)[A-Za-z0-9_-]{1,64}$/,
        'is not a server name: 1 to 64 letters, digits, _ and -, and neither "ralph" nor "category"',
      ),
    entry,
  )
  .refine(
    (servers) => Buffer.byteLength(JSON.stringify(servers)) <= 10_000,
    'must be at most 10,000 bytes of JSON',
  );

/** The database is no place for a secret: an entry may only name the variable that holds it. */
export function refuseSecrets(servers: z.output<typeof mcpServersField>): void {
  const holding = Object.keys(servers).filter((name) => holdsSecret(servers[name]));
  if (holding.length === 0) return;
  throw new ToolError('invalid_argument', `A secret is written out in ${holding.join(', ')}.`, {
    hint: `Put it into the environment and write ${reference('NAME')} in its place.`,
    details: holding.map((name) => ({ field: `mcp_servers.${name}`, message: 'holds a secret' })),
  });
}

/** The servers as they may be shown: people may have written a secret where agents are refused it. */
export function withoutSecrets(servers: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [
      name,
      holdsSecret(server) ? redactValue(server) : server,
    ]),
  );
}

const references = /(?:(?:Bearer|Basic|Token|ApiKey|Key) +)?\$\{env:[A-Za-z_][A-Za-z0-9_]*\}/gi;

function holdsSecret(server: unknown): boolean {
  // References are put out of sight first, with the scheme that belongs to them: they are no secrets.
  const masked: unknown = JSON.parse(JSON.stringify(server).replace(references, '<reference>'));
  return canonicalJson(redactValue(masked)) !== canonicalJson(masked);
}
