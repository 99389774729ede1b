import { type CommandNode, lazyCommand } from '../../../command.ts';

export const skillsCommands: CommandNode = {
  summary: 'The skillbook: what it holds, and what a reflection changes in it',
  commands: {
    list: lazyCommand('List the skills of the skillbook, best first', () => import('./list.ts')),
    sync: lazyCommand(
      'Read the skillbook into the memory and give its skills their vectors',
      () => import('./sync.ts'),
    ),
    export: lazyCommand(
      'Print what a reflection on the latest iterations needs, as JSON',
      () => import('./export.ts'),
    ),
    apply: lazyCommand(
      'Apply operations of a reflection to the skillbook',
      () => import('./apply.ts'),
    ),
  },
};
