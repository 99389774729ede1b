import type { CommandTree } from './command.ts';

/** Every command, in the order that help shows them. A command's own file is loaded only when it is chosen. */
export const commandTree: CommandTree = {
  demo: {
    summary: 'See Ralph at work on a small program, in under a minute',
    load: async () => (await import('./commands/demo.ts')).command,
  },
  init: {
    summary: 'Set Ralph up in a repository',
    load: async () => (await import('./commands/init.ts')).command,
  },
  validate: {
    summary: 'Check that a run could start here',
    load: async () => (await import('./commands/validate.ts')).command,
  },
  plan: {
    summary: 'Turn a brief into tasks or a PRD, for you to accept',
    load: async () => (await import('./commands/plan.ts')).command,
  },
  run: {
    summary: 'Run an agent in a loop until the work is proven done',
    load: async () => (await import('./commands/run.ts')).command,
  },
  understand: {
    summary: 'Let an agent read the code base and write its map',
    load: async () => (await import('./commands/understand.ts')).command,
  },
  runs: {
    summary: 'Look at runs, follow, steer, resume and undo them',
    commands: {
      list: {
        summary: 'List the runs of this project, newest first',
        load: async () => (await import('./commands/runs/list.ts')).command,
      },
      show: {
        summary: 'Tell what a run was asked, did and came to',
        load: async () => (await import('./commands/runs/show.ts')).command,
      },
      watch: {
        summary: 'Follow a run until it ends',
        load: async () => (await import('./commands/runs/watch.ts')).command,
      },
      note: {
        summary: 'Tell the next iteration of a run something',
        load: async () => (await import('./commands/runs/note.ts')).command,
      },
      cancel: {
        summary: 'End a run',
        load: async () => (await import('./commands/runs/cancel.ts')).command,
      },
      resume: {
        summary: 'Go on with a run',
        load: async () => (await import('./commands/runs/resume.ts')).command,
      },
      approve: {
        summary: 'Let pass what looks like tampering with gates or tests',
        load: async () => (await import('./commands/runs/approve.ts')).command,
      },
      undo: {
        summary: 'Take back everything that a run changed',
        load: async () => (await import('./commands/runs/undo.ts')).command,
      },
    },
  },
  status: {
    summary: 'Say how this project stands, and what to type next',
    load: async () => (await import('./commands/status.ts')).command,
  },
  task: {
    summary: 'Plan, take, finish, import and export tasks',
    commands: {
      add: {
        summary: 'Add a task to a feature',
        load: async () => (await import('./commands/task/add.ts')).command,
      },
      list: {
        summary: 'List tasks',
        load: async () => (await import('./commands/task/list.ts')).command,
      },
      show: {
        summary: 'Show one task with its comments, dependencies and open questions',
        load: async () => (await import('./commands/task/show.ts')).command,
      },
      search: {
        summary: 'Find tasks by words',
        load: async () => (await import('./commands/task/search.ts')).command,
      },
      next: {
        summary: 'Show the task that the loop would take next',
        load: async () => (await import('./commands/task/next.ts')).command,
      },
      claim: {
        summary: 'Take a task, so that nobody else does',
        load: async () => (await import('./commands/task/claim.ts')).command,
      },
      release: {
        summary: 'Give a claimed task back',
        load: async () => (await import('./commands/task/release.ts')).command,
      },
      done: {
        summary: 'Close a task as done, with its proof',
        load: async () => (await import('./commands/task/done.ts')).command,
      },
      skip: {
        summary: 'Decide against a task',
        load: async () => (await import('./commands/task/skip.ts')).command,
      },
      status: {
        summary: 'Move a task to another status',
        load: async () => (await import('./commands/task/status.ts')).command,
      },
      edit: {
        summary: 'Change fields of a task',
        load: async () => (await import('./commands/task/edit.ts')).command,
      },
      move: {
        summary: 'Put tasks under another feature',
        load: async () => (await import('./commands/task/move.ts')).command,
      },
      split: {
        summary: 'Replace a task by smaller ones',
        load: async () => (await import('./commands/task/split.ts')).command,
      },
      comment: {
        summary: 'Comment on a task',
        load: async () => (await import('./commands/task/comment.ts')).command,
      },
      history: {
        summary: 'Show who changed what of a task, and when',
        load: async () => (await import('./commands/task/history.ts')).command,
      },
      delete: {
        summary: 'Delete a task for good',
        load: async () => (await import('./commands/task/delete.ts')).command,
      },
      import: {
        summary: 'Import tasks from a prd.json, a Markdown list or another project',
        load: async () => (await import('./commands/task/import.ts')).command,
      },
      export: {
        summary: 'Export tasks as JSON, a Markdown list or a prd.json',
        load: async () => (await import('./commands/task/export.ts')).command,
      },
    },
  },
  feature: {
    summary: 'Name the parts of the product that tasks belong to',
    commands: {
      add: {
        summary: 'Add a feature',
        load: async () => (await import('./commands/feature/add.ts')).command,
      },
      list: {
        summary: 'List the features and how far they are',
        load: async () => (await import('./commands/feature/list.ts')).command,
      },
      show: {
        summary: 'Show one feature with its files, counts and learnings',
        load: async () => (await import('./commands/feature/show.ts')).command,
      },
      edit: {
        summary: 'Change fields of a feature',
        load: async () => (await import('./commands/feature/edit.ts')).command,
      },
      merge: {
        summary: 'Make two features one',
        load: async () => (await import('./commands/feature/merge.ts')).command,
      },
      delete: {
        summary: 'Delete a feature and its learnings',
        load: async () => (await import('./commands/feature/delete.ts')).command,
      },
    },
  },
  discipline: {
    summary: 'Describe kinds of work: persona, rules, servers, tools',
    commands: {
      add: {
        summary: 'Add a discipline: a kind of work with its own persona and rules',
        load: async () => (await import('./commands/discipline/add.ts')).command,
      },
      list: {
        summary: 'List the disciplines',
        load: async () => (await import('./commands/discipline/list.ts')).command,
      },
      show: {
        summary: 'Show one discipline: persona, conventions, servers and restrictions',
        load: async () => (await import('./commands/discipline/show.ts')).command,
      },
      edit: {
        summary: 'Change fields of a discipline',
        load: async () => (await import('./commands/discipline/edit.ts')).command,
      },
      restrict: {
        summary: 'Take tools away from the sessions of a discipline',
        load: async () => (await import('./commands/discipline/restrict.ts')).command,
      },
      delete: {
        summary: 'Delete a discipline',
        load: async () => (await import('./commands/discipline/delete.ts')).command,
      },
    },
  },
  answer: {
    summary: 'Answer a question that an agent asked',
    load: async () => (await import('./commands/answer.ts')).command,
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
  context: {
    summary: 'Search, fill and tidy the memory across iterations',
    commands: {
      search: {
        summary: 'Find what the memory holds about something',
        load: async () => (await import('./commands/context/search.ts')).command,
      },
      add: {
        summary: 'Add something to the memory',
        load: async () => (await import('./commands/context/add.ts')).command,
      },
      show: {
        summary: 'Show one item with all that is known about it',
        load: async () => (await import('./commands/context/show.ts')).command,
      },
      stats: {
        summary: 'Show how much the memory holds and what it has been worth',
        load: async () => (await import('./commands/context/stats.ts')).command,
      },
      explain: {
        summary: 'Show why a search returns what it returns',
        load: async () => (await import('./commands/context/explain.ts')).command,
      },
      summarize: {
        summary: 'Shorten what is shown of old items',
        load: async () => (await import('./commands/context/summarize.ts')).command,
      },
      prune: {
        summary: 'Remove items that turned out to be of little use',
        load: async () => (await import('./commands/context/prune.ts')).command,
      },
      archive: {
        summary: 'Move items into the archive of the day',
        load: async () => (await import('./commands/context/archive.ts')).command,
      },
      restore: {
        summary: 'Bring archived items back as they were',
        load: async () => (await import('./commands/context/restore.ts')).command,
      },
      reindex: {
        summary: 'Make the search index anew from the items',
        load: async () => (await import('./commands/context/reindex.ts')).command,
      },
      export: {
        summary: 'Write the whole memory as lines of JSON',
        load: async () => (await import('./commands/context/export.ts')).command,
      },
      import: {
        summary: 'Read an exported memory into this one',
        load: async () => (await import('./commands/context/import.ts')).command,
      },
      skills: {
        summary: 'The skillbook: what it holds, and what a reflection changes in it',
        commands: {
          list: {
            summary: 'List the skills of the skillbook, best first',
            load: async () => (await import('./commands/context/skills/list.ts')).command,
          },
          sync: {
            summary: 'Read the skillbook into the memory and give its skills their vectors',
            load: async () => (await import('./commands/context/skills/sync.ts')).command,
          },
          export: {
            summary: 'Print what a reflection on the latest iterations needs, as JSON',
            load: async () => (await import('./commands/context/skills/export.ts')).command,
          },
          apply: {
            summary: 'Apply operations of a reflection to the skillbook',
            load: async () => (await import('./commands/context/skills/apply.ts')).command,
          },
        },
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
  catalog: {
    summary: 'Offer the tools of other MCP servers, a few at a time',
    commands: {
      add: {
        summary: 'Add a downstream MCP server',
        load: async () => (await import('./commands/catalog/add.ts')).command,
      },
      remove: {
        summary: 'Take a downstream server out of ralph.yaml',
        load: async () => (await import('./commands/catalog/remove.ts')).command,
      },
      import: {
        summary: 'Copy servers from Claude, Cursor, VS Code, Codex and other files into ralph.yaml',
        load: async () => (await import('./commands/catalog/import.ts')).command,
      },
      sync: {
        summary: 'Read the tools of the downstream servers into the catalog',
        load: async () => (await import('./commands/catalog/sync.ts')).command,
      },
      doctor: {
        summary: 'Start each downstream server and say what is wrong with it',
        load: async () => (await import('./commands/catalog/doctor.ts')).command,
      },
      call: {
        summary: 'Call a tool of a downstream server and print its answer as JSON',
        load: async () => (await import('./commands/catalog/call.ts')).command,
      },
      list: {
        summary: 'List the downstream servers and what is known of them',
        load: async () => (await import('./commands/catalog/list.ts')).command,
      },
      hot: {
        summary: 'Show the hot list: the tools that agents see first',
        load: async () => (await import('./commands/catalog/hot.ts')).command,
      },
      categories: {
        summary: 'Show the categories of downstream tools',
        load: async () => (await import('./commands/catalog/categories.ts')).command,
      },
      tools: {
        summary: 'List downstream tools, a page at a time',
        load: async () => (await import('./commands/catalog/tools.ts')).command,
      },
      search: {
        summary: 'Find downstream tools for a purpose',
        load: async () => (await import('./commands/catalog/search.ts')).command,
      },
      schema: {
        summary: 'Show what downstream tools take',
        load: async () => (await import('./commands/catalog/schema.ts')).command,
      },
      approve: {
        summary: 'Look at tools in quarantine, and approve them',
        load: async () => (await import('./commands/catalog/approve.ts')).command,
      },
      budget: {
        summary: 'Show what the catalog costs in tokens, against listing every tool',
        load: async () => (await import('./commands/catalog/budget.ts')).command,
      },
      rescore: {
        summary: 'Work out the scores and tiers of all tools again',
        load: async () => (await import('./commands/catalog/rescore.ts')).command,
      },
      stats: {
        summary: 'Show how downstream tools are used',
        load: async () => (await import('./commands/catalog/stats.ts')).command,
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
  bench: {
    summary: 'Measure Ralph on data of yours',
    commands: {
      ab: {
        summary: 'Compare runs with and without context',
        load: async () => (await import('./commands/bench/ab.ts')).command,
      },
      retrieval: {
        summary: 'Measure how well context is retrieved',
        load: async () => (await import('./commands/bench/retrieval.ts')).command,
      },
      scale: {
        summary: 'Measure the context store as it grows',
        load: async () => (await import('./commands/bench/scale.ts')).command,
      },
      tools: {
        summary: 'Measure how well tools are found',
        load: async () => (await import('./commands/bench/tools.ts')).command,
      },
      gateway: {
        summary: 'Measure what a call through the catalog costs',
        load: async () => (await import('./commands/bench/gateway.ts')).command,
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
