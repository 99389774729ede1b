import { type CommandTree, lazyCommand } from './command.ts';
import { benchCommands } from './commands/bench/group.ts';
import { catalogCommands } from './commands/catalog/group.ts';
import { configCommands } from './commands/config/group.ts';
import { contextCommands } from './commands/context/group.ts';
import { disciplineCommands } from './commands/discipline/group.ts';
import { featureCommands } from './commands/feature/group.ts';
import { mcpCommands } from './commands/mcp/group.ts';
import { runsCommands } from './commands/runs/group.ts';
import { sessionCommands } from './commands/session/group.ts';
import { taskCommands } from './commands/task/group.ts';
import { toolCommands } from './commands/tool/group.ts';

/** Every command, in the order that help shows them. A group stands beside its commands; a command's own file is loaded only when it is chosen. */
export const commandTree: CommandTree = {
  demo: lazyCommand(
    'See Ralph at work on a small program, in under a minute',
    () => import('./commands/demo.ts'),
  ),
  init: lazyCommand('Set Ralph up in a repository', () => import('./commands/init.ts')),
  validate: lazyCommand(
    'Check that a run could start here',
    () => import('./commands/validate.ts'),
  ),
  plan: lazyCommand(
    'Turn a brief into tasks or a PRD, for you to accept',
    () => import('./commands/plan.ts'),
  ),
  run: lazyCommand(
    'Run an agent in a loop until the work is proven done',
    () => import('./commands/run.ts'),
  ),
  understand: lazyCommand(
    'Let an agent read the code base and write its map',
    () => import('./commands/understand.ts'),
  ),
  runs: runsCommands,
  status: lazyCommand(
    'Say how this project stands, and what to type next',
    () => import('./commands/status.ts'),
  ),
  task: taskCommands,
  feature: featureCommands,
  discipline: disciplineCommands,
  answer: lazyCommand(
    'Answer a question that an agent asked',
    () => import('./commands/answer.ts'),
  ),
  session: sessionCommands,
  context: contextCommands,
  tool: toolCommands,
  catalog: catalogCommands,
  mcp: mcpCommands,
  bench: benchCommands,
  config: configCommands,
  doctor: lazyCommand(
    'Look for what could keep Ralph from working here',
    () => import('./commands/doctor.ts'),
  ),
  completion: lazyCommand(
    'Print a script that completes ralph in your shell',
    () => import('./commands/completion.ts'),
  ),
};
