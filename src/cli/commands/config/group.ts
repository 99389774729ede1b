import { type CommandNode, lazyCommand } from '../../command.ts';

export const configCommands: CommandNode = {
  summary: 'Show the configuration',
  commands: {
    show: lazyCommand(
      'Print the configuration in force and where it comes from',
      () => import('./show.ts'),
    ),
  },
};
