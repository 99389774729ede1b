import { type CommandNode, lazyCommand } from '../../command.ts';

export const benchCommands: CommandNode = {
  summary: 'Measure Ralph on data of yours',
  commands: {
    ab: lazyCommand('Compare runs with and without context', () => import('./ab.ts')),
    retrieval: lazyCommand('Measure how well context is retrieved', () => import('./retrieval.ts')),
    scale: lazyCommand('Measure the context store as it grows', () => import('./scale.ts')),
    tools: lazyCommand('Measure how well tools are found', () => import('./tools.ts')),
    gateway: lazyCommand(
      'Measure what a call through the catalog costs',
      () => import('./gateway.ts'),
    ),
  },
};
