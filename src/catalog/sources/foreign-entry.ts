import { z } from 'zod';
import { reference } from '../../base/env-reference.ts';
import { serverEntry } from '../config.ts';
import { ourReferences } from './foreign-references.ts';
import { type HiddenSecret, hideSecrets, type TakenVariables } from './hide-secrets.ts';

/** A server as `ralph.yaml` holds it. */
export type ServerEntry = z.input<typeof serverEntry>;

export type ForeignEntry =
  | { readonly entry: ServerEntry; readonly hidden: readonly HiddenSecret[] }
  | { readonly problem: string };

const texts = z.record(z.string(), z.coerce.string());
const milliseconds = z.number().positive();

/** Every name that Claude, Cursor, VS Code, JetBrains, Codex, Gemini, Copilot, opencode and Windsurf use. */
const foreign = z.looseObject({
  type: z.string().optional(),
  transport: z.string().optional(),
  command: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  args: z.array(z.coerce.string()).optional(),
  env: texts.optional(),
  environment: texts.optional(),
  env_vars: z.array(z.string()).optional(),
  envFile: z.string().optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  httpUrl: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: texts.optional(),
  http_headers: texts.optional(),
  requestInit: z.looseObject({ headers: texts.optional() }).optional(),
  env_http_headers: z.record(z.string(), z.string()).optional(),
  bearer_token_env_var: z.string().optional(),
  disabled: z.boolean().optional(),
  enabled: z.boolean().optional(),
  timeout: milliseconds.optional(),
  tool_timeout_sec: z.number().positive().optional(),
  startup_timeout_sec: z.number().positive().optional(),
});

/** One server of another program's file in our words, its secrets as references. */
export function readForeignEntry(name: string, raw: unknown, taken?: TakenVariables): ForeignEntry {
  const read = foreign.safeParse(raw);
  if (!read.success) return { problem: oneLine(read.error) };
  const { entry, hidden } = hideSecrets(name, translate(read.data), taken);
  const checked = serverEntry.safeParse(entry);
  return checked.success ? { entry, hidden } : { problem: oneLine(checked.error) };
}

function translate(raw: z.output<typeof foreign>): ServerEntry {
  const [program, ...words] = [raw.command ?? []].flat();
  const address = raw.httpUrl ?? raw.url ?? raw.serverUrl;
  const isRemote = program === undefined && address !== undefined;
  const headers = {
    ...raw.headers,
    ...raw.http_headers,
    ...raw.requestInit?.headers,
    ...named(raw.env_http_headers),
    ...(raw.bearer_token_env_var && {
      Authorization: `Bearer ${reference(raw.bearer_token_env_var)}`,
    }),
  };
  const env = {
    ...raw.env,
    ...raw.environment,
    ...named(Object.fromEntries((raw.env_vars ?? []).map((variable) => [variable, variable]))),
  };
  const args = [...words, ...(raw.args ?? [])].map(ourReferences);
  const timeout = raw.tool_timeout_sec ?? (raw.timeout && raw.timeout / 1000);
  return {
    ...(isRemote
      ? { ...(isSse(raw, address) && { type: 'sse' as const }), url: ourReferences(address) }
      : program !== undefined && { command: ourReferences(program) }),
    ...(!isRemote && args.length > 0 && { args }),
    ...(!isRemote && Object.keys(env).length > 0 && { env: ours(env) }),
    ...(!isRemote && raw.cwd && raw.cwd !== '.' && { cwd: ourReferences(raw.cwd) }),
    ...(!isRemote && raw.envFile && { env_file: ourReferences(raw.envFile).replace(/^\.\//, '') }),
    ...(isRemote && Object.keys(headers).length > 0 && { headers: ours(headers) }),
    ...((raw.disabled === true || raw.enabled === false) && { enabled: false }),
    ...(timeout && { timeout_s: Math.min(timeout, 86_400) }),
    ...(raw.startup_timeout_sec && { start_timeout_s: raw.startup_timeout_sec }),
  };
}

/** Gemini writes `url` for the older transport and `httpUrl` for the newer; others say it or end the path in it. */
function isSse(raw: z.output<typeof foreign>, address: string): boolean {
  if (raw.httpUrl !== undefined) return false;
  return (raw.type ?? raw.transport) === 'sse' || /\/sse\/?(?:\?|$)/.test(address);
}

function named(variables: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables ?? {}).map(([name, variable]) => [name, reference(variable)]),
  );
}

function ours(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, ourReferences(value)]),
  );
}

function oneLine(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
    .join('; ');
}
