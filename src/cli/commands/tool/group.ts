import { type CommandNode, lazyCommand } from '../../command.ts';

export const toolCommands: CommandNode = {
  summary: 'List, show and call the tools that agents use',
  commands: {
    list: lazyCommand(
      'List the tools that agents, clients and you can call',
      () => import('./list.ts'),
    ),
    show: lazyCommand('Show one tool: what it does, takes and answers', () => import('./show.ts')),
    call: lazyCommand('Call a tool and print its answer as JSON', () => import('./call.ts')),
  },
};
