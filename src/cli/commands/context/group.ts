import { type CommandNode, lazyCommand } from '../../command.ts';
import { skillsCommands } from './skills/group.ts';

export const contextCommands: CommandNode = {
  summary: 'Search, fill and tidy the memory across iterations',
  commands: {
    search: lazyCommand('Find what the memory holds about something', () => import('./search.ts')),
    add: lazyCommand('Add something to the memory', () => import('./add.ts')),
    show: lazyCommand('Show one item with all that is known about it', () => import('./show.ts')),
    stats: lazyCommand(
      'Show how much the memory holds and what it has been worth',
      () => import('./stats.ts'),
    ),
    explain: lazyCommand('Show why a search returns what it returns', () => import('./explain.ts')),
    summarize: lazyCommand('Shorten what is shown of old items', () => import('./summarize.ts')),
    prune: lazyCommand(
      'Remove items that turned out to be of little use',
      () => import('./prune.ts'),
    ),
    archive: lazyCommand('Move items into the archive of the day', () => import('./archive.ts')),
    restore: lazyCommand('Bring archived items back as they were', () => import('./restore.ts')),
    reindex: lazyCommand('Make the search index anew from the items', () => import('./reindex.ts')),
    export: lazyCommand('Write the whole memory as lines of JSON', () => import('./export.ts')),
    import: lazyCommand('Read an exported memory into this one', () => import('./import.ts')),
    skills: skillsCommands,
  },
};
