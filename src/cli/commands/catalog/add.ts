import { reference } from '../../../base/env-reference.ts';
import { serverEntry, serverName } from '../../../catalog/config.ts';
import { serverNamesIn, withServers } from '../../../catalog/sources/edit-ralph-yaml.ts';
import type { ServerEntry } from '../../../catalog/sources/foreign-entry.ts';
import { hideSecrets } from '../../../catalog/sources/hide-secrets.ts';
import { fileName, readRalphYaml, writeRalphYaml } from '../../catalog/ralph-yaml.ts';
import { printSecretNotes, secretNotes } from '../../catalog/secret-notes.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { listOption, numberOption, wordsArgument } from '../../project/read-input.ts';
import { textArgument, textOption } from '../../read-values.ts';
import { UsageError } from '../../usage-error.ts';

const aDay = { min: 1, max: 86_400 };

export const command: CommandSpec = {
  description:
    'Writes the server into ralph.yaml and keeps everything else in it. A secret that is written out becomes a reference to a variable. Then "ralph catalog sync" reads its tools.',
  arguments: [
    { name: 'name', description: 'What to call it: letters, digits, "_" and "-"', required: true },
    { name: 'command', description: 'The program and its arguments, after --', variadic: true },
  ],
  options: [
    { name: 'url', value: 'URL', description: 'Address of a server that is reached over HTTP' },
    {
      name: 'type',
      value: 'TYPE',
      choices: ['http', 'sse'],
      description: 'How to talk to the URL (default: http)',
    },
    { name: 'header', value: 'NAME=VALUE', repeatable: true, description: 'Sent to the URL' },
    {
      name: 'env',
      value: 'NAME=VALUE',
      repeatable: true,
      description: 'Environment of the program',
    },
    { name: 'env-file', value: 'FILE', description: 'File of NAME=value lines for the program' },
    { name: 'cwd', value: 'FOLDER', description: 'Where the program starts (default: the root)' },
    { name: 'category', value: 'NAME', description: 'Category of its tools' },
    { name: 'timeout', value: 'SECONDS', description: 'Longest time of one call' },
    { name: 'force', description: 'Replace a server of the same name' },
  ],
  examples: [
    {
      command: 'ralph catalog add files -- npx -y @modelcontextprotocol/server-filesystem .',
      does: 'A program on this machine.',
    },
    {
      command: `ralph catalog add gh --env 'GITHUB_TOKEN=${reference('GITHUB_TOKEN')}' -- npx -y gh-mcp`,
      does: 'Passes a secret by the name of a variable.',
    },
    {
      command: 'ralph catalog add docs --url https://example.com/mcp',
      does: 'A server elsewhere.',
    },
  ],
  async run(invocation) {
    const { json, output, options } = invocation;
    const name = textArgument(invocation, 'name');
    const given = readEntry(invocation);
    if (given.command === undefined && given.url === undefined) {
      throw new UsageError(
        `The server "${name}": says neither how to start the server nor where it is.`,
        {
          hint: `Write its command behind "--" (ralph catalog add ${name} -- npx -y some-server), or its address: --url https://…`,
        },
      );
    }
    const { entry, hidden } = hideSecrets(name, given);
    check(name, entry);
    const before = await readRalphYaml(invocation);
    const exists = serverNamesIn(before).includes(name);
    if (exists && options.force !== true) {
      throw new UsageError(`${fileName} already has a server "${name}".`, {
        hint: 'Choose another name, or replace it with --force.',
      });
    }
    await writeRalphYaml(invocation, withServers(before, { [name]: entry }));
    const secrets = secretNotes(name, hidden);
    if (json)
      output.json({ server: name, file: fileName, action: exists ? 'replaced' : 'added', secrets });
    else {
      output.line(
        `${exists ? 'Replaced' : 'Added'} ${name} in ${fileName}. Next: ralph catalog sync ${name}`,
      );
      printSecretNotes(secrets, output);
    }
    return 0;
  },
};

function readEntry(invocation: Invocation): ServerEntry {
  const [program, ...args] = wordsArgument(invocation, 'command');
  const type = textOption(invocation, 'type');
  const [url, cwd] = [textOption(invocation, 'url'), textOption(invocation, 'cwd')];
  const [envFile, category] = [
    textOption(invocation, 'env-file'),
    textOption(invocation, 'category'),
  ];
  const [env, headers] = [pairs(invocation, 'env'), pairs(invocation, 'header')];
  const timeout = numberOption(invocation, 'timeout', aDay);
  return {
    ...(program !== undefined && { command: program }),
    ...(args.length > 0 && { args }),
    ...(type === 'sse' && { type }),
    ...(url !== undefined && { url }),
    ...(cwd !== undefined && { cwd }),
    ...(env && { env }),
    ...(envFile !== undefined && { env_file: envFile }),
    ...(headers && { headers }),
    ...(category !== undefined && { category }),
    ...(timeout !== undefined && { timeout_s: timeout }),
  };
}

function pairs(invocation: Invocation, option: string): Record<string, string> | undefined {
  const given = listOption(invocation, option);
  if (!given) return undefined;
  return Object.fromEntries(
    given.map((text) => {
      const at = text.search(/[=:]/);
      if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      throw new UsageError(`--${option}: "${text}" has no value.`, {
        hint: `Write --${option} NAME=VALUE.`,
      });
    }),
  );
}

function check(name: string, entry: ServerEntry): void {
  const named = serverName.safeParse(name);
  const issue = named.success
    ? serverEntry.safeParse(entry).error?.issues[0]
    : named.error.issues[0];
  if (!issue) return;
  const where = issue.path.length > 0 ? `${issue.path.join('.')} ` : '';
  const hint =
    'params' in issue && typeof issue.params?.hint === 'string' ? issue.params.hint : undefined;
  throw new UsageError(`The server "${name}": ${where}${issue.message}`, {
    hint: hint ?? 'See the examples in: ralph catalog add --help',
  });
}
