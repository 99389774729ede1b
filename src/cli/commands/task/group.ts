import { type CommandNode, lazyCommand } from '../../command.ts';

export const taskCommands: CommandNode = {
  summary: 'Plan, take, finish, import and export tasks',
  commands: {
    add: lazyCommand('Add a task to a feature', () => import('./add.ts')),
    list: lazyCommand('List tasks', () => import('./list.ts')),
    show: lazyCommand(
      'Show one task with its comments, dependencies and open questions',
      () => import('./show.ts'),
    ),
    search: lazyCommand('Find tasks by words', () => import('./search.ts')),
    next: lazyCommand('Show the task that the loop would take next', () => import('./next.ts')),
    claim: lazyCommand('Take a task, so that nobody else does', () => import('./claim.ts')),
    release: lazyCommand('Give a claimed task back', () => import('./release.ts')),
    done: lazyCommand('Close a task as done, with its proof', () => import('./done.ts')),
    skip: lazyCommand('Decide against a task', () => import('./skip.ts')),
    status: lazyCommand('Move a task to another status', () => import('./status.ts')),
    edit: lazyCommand('Change fields of a task', () => import('./edit.ts')),
    move: lazyCommand('Put tasks under another feature', () => import('./move.ts')),
    split: lazyCommand('Replace a task by smaller ones', () => import('./split.ts')),
    comment: lazyCommand('Comment on a task', () => import('./comment.ts')),
    history: lazyCommand('Show who changed what of a task, and when', () => import('./history.ts')),
    delete: lazyCommand('Delete a task for good', () => import('./delete.ts')),
    import: lazyCommand(
      'Import tasks from a prd.json, a Markdown list or another project',
      () => import('./import.ts'),
    ),
    export: lazyCommand(
      'Export tasks as JSON, a Markdown list or a prd.json',
      () => import('./export.ts'),
    ),
  },
};
