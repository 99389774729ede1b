import { type CommandNode, lazyCommand } from '../../command.ts';

export const catalogCommands: CommandNode = {
  summary: 'Offer the tools of other MCP servers, a few at a time',
  commands: {
    add: lazyCommand('Add a downstream MCP server', () => import('./add.ts')),
    remove: lazyCommand('Take a downstream server out of ralph.yaml', () => import('./remove.ts')),
    import: lazyCommand(
      'Copy servers from Claude, Cursor, VS Code, Codex and other files into ralph.yaml',
      () => import('./import.ts'),
    ),
    sync: lazyCommand(
      'Read the tools of the downstream servers into the catalog',
      () => import('./sync.ts'),
    ),
    doctor: lazyCommand(
      'Start each downstream server and say what is wrong with it',
      () => import('./doctor.ts'),
    ),
    call: lazyCommand(
      'Call a tool of a downstream server and print its answer as JSON',
      () => import('./call.ts'),
    ),
    list: lazyCommand(
      'List the downstream servers and what is known of them',
      () => import('./list.ts'),
    ),
    hot: lazyCommand(
      'Show the hot list: the tools that agents see first',
      () => import('./hot.ts'),
    ),
    categories: lazyCommand(
      'Show the categories of downstream tools',
      () => import('./categories.ts'),
    ),
    tools: lazyCommand('List downstream tools, a page at a time', () => import('./tools.ts')),
    search: lazyCommand('Find downstream tools for a purpose', () => import('./search.ts')),
    schema: lazyCommand('Show what downstream tools take', () => import('./schema.ts')),
    approve: lazyCommand(
      'Look at tools in quarantine, and approve them',
      () => import('./approve.ts'),
    ),
    budget: lazyCommand(
      'Show what the catalog costs in tokens, against listing every tool',
      () => import('./budget.ts'),
    ),
    rescore: lazyCommand(
      'Work out the scores and tiers of all tools again',
      () => import('./rescore.ts'),
    ),
    stats: lazyCommand('Show how downstream tools are used', () => import('./stats.ts')),
  },
};
