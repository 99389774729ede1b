import { addAbortSignal } from 'node:stream';
import { defined } from '../../../base/defined.ts';
import { contextTypes } from '../../../context/item.ts';
import type { CommandSpec, Invocation } from '../../command.ts';
import { oneContextCall } from '../../context/with-context.ts';
import { listOption } from '../../project/read-input.ts';
import { readSource } from '../../read-source.ts';
import { textArgument, textOption } from '../../read-values.ts';
import { UsageError } from '../../usage-error.ts';

export const command: CommandSpec = {
  arguments: [
    {
      name: 'text',
      description: 'What later iterations should know; - for standard input',
      required: true,
    },
  ],
  options: [
    {
      name: 'type',
      value: 'TYPE',
      choices: contextTypes,
      description: 'What kind of thing it is',
      default: 'skill',
    },
    { name: 'tag', value: 'WORD', repeatable: true, description: 'A word to find it by' },
    { name: 'file', value: 'PATH', repeatable: true, description: 'A file that it speaks of' },
    { name: 'fixes', value: 'ID', description: 'The error that it solves' },
    { name: 'supersedes', value: 'ID', description: 'The item that it replaces' },
  ],
  examples: [
    {
      command: 'ralph context add "Run the migrations before the integration tests."',
      does: 'A skill for every later iteration that it fits.',
    },
    {
      command: 'ralph context add "Raise the pool size." --type output --fixes ctx_01abc',
      does: 'The fix of an error.',
    },
    {
      command: 'npm test 2>&1 | tail -50 | ralph context add - --type error',
      does: 'What a program has printed.',
    },
  ],
  run: oneContextCall('store_context', async (invocation) => ({
    content: await readText(invocation),
    context_type: textOption(invocation, 'type') ?? 'skill',
    ...defined({
      tags: listOption(invocation, 'tag'),
      files: listOption(invocation, 'file'),
      fixes: textOption(invocation, 'fixes'),
      supersedes: textOption(invocation, 'supersedes'),
    }),
  })),
};

async function readText(invocation: Invocation): Promise<string> {
  const given = textArgument(invocation, 'text');
  const stdin = () => addAbortSignal(invocation.signal, process.stdin);
  const text =
    given === '-' ? (await readSource('text', given, { cwd: invocation.cwd, stdin })).text : given;
  if (text.trim() !== '') return text;
  throw new UsageError('There is nothing to store: the text is empty.', {
    hint: 'Write what later iterations should know, or - to read it on standard input.',
  });
}
