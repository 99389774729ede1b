import { type CommandNode, lazyCommand } from '../../command.ts';

export const sessionCommands: CommandNode = {
  summary: 'Plan what one launch of an agent reads and can do',
  commands: {
    plan: lazyCommand(
      'Decide what one launch of an agent reads and can do',
      () => import('./plan.ts'),
    ),
    show: lazyCommand('Show the plan of a session', () => import('./show.ts')),
    prompt: lazyCommand('Print the prompt of a session', () => import('./prompt.ts')),
    list: lazyCommand('List the sessions of this project, newest first', () => import('./list.ts')),
    tools: lazyCommand(
      'Show which tools each recipe has, and what listing them costs',
      () => import('./tools.ts'),
    ),
  },
};
