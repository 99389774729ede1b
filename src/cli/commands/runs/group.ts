import { type CommandNode, lazyCommand } from '../../command.ts';

export const runsCommands: CommandNode = {
  summary: 'Look at runs, follow, steer, resume and undo them',
  commands: {
    list: lazyCommand('List the runs of this project, newest first', () => import('./list.ts')),
    show: lazyCommand('Tell what a run was asked, did and came to', () => import('./show.ts')),
    watch: lazyCommand('Follow a run until it ends', () => import('./watch.ts')),
    note: lazyCommand('Tell the next iteration of a run something', () => import('./note.ts')),
    cancel: lazyCommand('End a run', () => import('./cancel.ts')),
    resume: lazyCommand('Go on with a run', () => import('./resume.ts')),
    approve: lazyCommand(
      'Let pass what looks like tampering with gates or tests',
      () => import('./approve.ts'),
    ),
    undo: lazyCommand('Take back everything that a run changed', () => import('./undo.ts')),
  },
};
