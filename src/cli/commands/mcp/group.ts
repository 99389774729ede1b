import { type CommandNode, lazyCommand } from '../../command.ts';

export const mcpCommands: CommandNode = {
  ...lazyCommand('Serve Ralph to an editor or an agent over MCP', () => import('./serve.ts')),
  commands: {
    build: lazyCommand(
      "Write the project's own MCP server into .ralph/mcp",
      () => import('./build.ts'),
    ),
    install: lazyCommand('Add Ralph to an editor or agent', () => import('./install.ts')),
    uninstall: lazyCommand('Take Ralph out of an editor or agent', () => import('./uninstall.ts')),
  },
};
