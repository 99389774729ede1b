import type { CommandTree } from './command.ts';

/** Every command, in the order that help shows them. A command's own file is loaded only when it is chosen. */
export const commandTree: CommandTree = {
  doctor: {
    summary: 'Look for what could keep Ralph from working here',
    load: async () => (await import('./commands/doctor.ts')).command,
  },
  completion: {
    summary: 'Print a script that completes ralph in your shell',
    load: async () => (await import('./commands/completion.ts')).command,
  },
};
