import type { CommandSpec } from '../command.ts';
import { onlyForPeople } from '../only-for-people.ts';

export const command: CommandSpec = {
  description:
    'Makes a throwaway git repository with red tests, and runs its tasks with a scripted agent: no network, no keys, no model service. The loop, the gates, the memory, the catalog and the tools are the ordinary ones. Exits 1 when something did not happen as it should.',
  options: [{ name: 'keep', description: 'Leave the folder, to look at it with other commands.' }],
  examples: [
    { command: 'ralph demo', does: 'Plays it and leaves nothing behind.' },
    { command: 'ralph demo --keep', does: 'Says what to type to explore what it did.' },
    { command: 'ralph demo --json', does: 'What was seen of each step, for a program.' },
  ],
  async run(invocation) {
    onlyForPeople(invocation);
    const { showDemo } = await import('../demo/show-demo.ts');
    return showDemo(invocation);
  },
};
