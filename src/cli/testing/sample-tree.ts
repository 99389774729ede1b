import { UserError } from '../../base/errors.ts';
import type { CommandSpec, CommandTree, Invocation } from '../command.ts';

/** What the commands below were called with, oldest first. */
export type Calls = { readonly command: string; readonly invocation: Invocation }[];

/** A small tree with every feature of a command: groups, a group that runs by itself, all kinds of options. */
export function sampleTree(calls: Calls = [], loaded: string[] = []): CommandTree {
  type Sample = Omit<CommandSpec, 'run'> & { readonly summary: string };
  const load = (name: string, { summary, ...spec }: Sample, run?: CommandSpec['run']) => ({
    summary,
    load: async () => {
      loaded.push(name);
      return {
        ...spec,
        run: async (invocation: Invocation) => {
          calls.push({ command: name, invocation });
          return run?.(invocation);
        },
      };
    },
  });
  return {
    bake: load('bake', {
      summary: 'Bake things',
      arguments: [
        { name: 'kind', description: 'What to bake', required: true, choices: ['bread', 'cake'] },
        { name: 'extra', description: 'What goes in', variadic: true },
      ],
      options: [
        { name: 'dry-run', short: 'n', description: 'Only say what would be done' },
        { name: 'heat', value: 'DEGREES', description: 'How hot', default: '200' },
        { name: 'tray', value: 'DIR', description: 'Where to put it', repeatable: true },
        { name: 'size', value: 'SIZE', description: 'How large', choices: ['small', 'large'] },
        { name: 'glaze', value: 'KIND', valueOptional: true, description: 'Glaze it' },
        { name: 'no-salt', description: 'Leave the salt out' },
      ],
      examples: [{ command: 'ralph bake bread --heat 220', does: 'Bakes hot.' }],
    }),
    oven: {
      ...load('oven', {
        summary: 'Heat the oven',
        options: [{ name: 'root', value: 'DIR', repeatable: true, description: 'Which ovens' }],
        examples: [{ command: 'ralph oven', does: 'Heats.' }],
      }),
      commands: {
        clean: load('oven clean', {
          summary: 'Clean it',
          examples: [{ command: 'ralph oven clean', does: 'Cleans.' }],
        }),
      },
    },
    shelf: {
      summary: 'The shelf',
      commands: {
        call: load('shelf call', {
          summary: 'Call something off it',
          options: [{ name: 'json', value: 'ARGS', description: 'What to call', default: '{}' }],
          examples: [{ command: 'ralph shelf call', does: 'Calls.' }],
        }),
      },
    },
    burn: load(
      'burn',
      { summary: 'Fail', examples: [{ command: 'ralph burn', does: 'Fails.' }] },
      async () => {
        throw new UserError('It burnt.', { hint: 'Open a window.', exitCode: 3 });
      },
    ),
  };
}
