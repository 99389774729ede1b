import { type CommandNode, lazyCommand } from '../../command.ts';

export const featureCommands: CommandNode = {
  summary: 'Name the parts of the product that tasks belong to',
  commands: {
    add: lazyCommand('Add a feature', () => import('./add.ts')),
    list: lazyCommand('List the features and how far they are', () => import('./list.ts')),
    show: lazyCommand(
      'Show one feature with its files, counts and learnings',
      () => import('./show.ts'),
    ),
    edit: lazyCommand('Change fields of a feature', () => import('./edit.ts')),
    merge: lazyCommand('Make two features one', () => import('./merge.ts')),
    delete: lazyCommand('Delete a feature and its learnings', () => import('./delete.ts')),
  },
};
