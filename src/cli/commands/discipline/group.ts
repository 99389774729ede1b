import { type CommandNode, lazyCommand } from '../../command.ts';

export const disciplineCommands: CommandNode = {
  summary: 'Describe kinds of work: persona, rules, servers, tools',
  commands: {
    add: lazyCommand(
      'Add a discipline: a kind of work with its own persona and rules',
      () => import('./add.ts'),
    ),
    list: lazyCommand('List the disciplines', () => import('./list.ts')),
    show: lazyCommand(
      'Show one discipline: persona, conventions, servers and restrictions',
      () => import('./show.ts'),
    ),
    edit: lazyCommand('Change fields of a discipline', () => import('./edit.ts')),
    restrict: lazyCommand(
      'Take tools away from the sessions of a discipline',
      () => import('./restrict.ts'),
    ),
    delete: lazyCommand('Delete a discipline', () => import('./delete.ts')),
  },
};
