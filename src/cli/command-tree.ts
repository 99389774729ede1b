import type { CommandTree } from './command.ts';

/** Every command, in the order that help shows them. A command's own file is loaded only when it is chosen. */
export const commandTree: CommandTree = {
  init: {
    summary: 'Set Ralph up in a repository',
    load: async () => (await import('./commands/init.ts')).command,
  },
  validate: {
    summary: 'Check that a run could start here',
    load: async () => (await import('./commands/validate.ts')).command,
  },
  session: {
    summary: 'Plan what one launch of an agent reads and can do',
    commands: {
      plan: {
        summary: 'Decide what one launch of an agent reads and can do',
        load: async () => (await import('./commands/session/plan.ts')).command,
      },
      show: {
        summary: 'Show the plan of a session',
        load: async () => (await import('./commands/session/show.ts')).command,
      },
      prompt: {
        summary: 'Print the prompt of a session',
        load: async () => (await import('./commands/session/prompt.ts')).command,
      },
      list: {
        summary: 'List the sessions of this project, newest first',
        load: async () => (await import('./commands/session/list.ts')).command,
      },
      tools: {
        summary: 'Show which tools each recipe has, and what listing them costs',
        load: async () => (await import('./commands/session/tools.ts')).command,
      },
    },
  },
  tool: {
    summary: 'List, show and call the tools that agents use',
    commands: {
      list: {
        summary: 'List the tools that agents, clients and you can call',
        load: async () => (await import('./commands/tool/list.ts')).command,
      },
      show: {
        summary: 'Show one tool: what it does, takes and answers',
        load: async () => (await import('./commands/tool/show.ts')).command,
      },
      call: {
        summary: 'Call a tool and print its answer as JSON',
        load: async () => (await import('./commands/tool/call.ts')).command,
      },
    },
  },
  mcp: {
    summary: 'Serve Ralph to an editor or an agent over MCP',
    load: async () => (await import('./commands/mcp/serve.ts')).command,
    commands: {
      build: {
        summary: "Write the project's own MCP server into .ralph/mcp",
        load: async () => (await import('./commands/mcp/build.ts')).command,
      },
      install: {
        summary: 'Add Ralph to an editor or agent',
        load: async () => (await import('./commands/mcp/install.ts')).command,
      },
      uninstall: {
        summary: 'Take Ralph out of an editor or agent',
        load: async () => (await import('./commands/mcp/uninstall.ts')).command,
      },
    },
  },
  config: {
    summary: 'Show the configuration',
    commands: {
      show: {
        summary: 'Print the configuration in force and where it comes from',
        load: async () => (await import('./commands/config/show.ts')).command,
      },
    },
  },
  doctor: {
    summary: 'Look for what could keep Ralph from working here',
    load: async () => (await import('./commands/doctor.ts')).command,
  },
  completion: {
    summary: 'Print a script that completes ralph in your shell',
    load: async () => (await import('./commands/completion.ts')).command,
  },
};
