import type { CommandSpec } from '../command.ts';
import { textArgument } from '../read-values.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export const command: CommandSpec = {
  description:
    'Put the line that fits your shell into its start-up file (.bashrc, .zshrc after compinit, config.fish).',
  arguments: [{ name: 'shell', description: 'Your shell', required: true, choices: shells }],
  examples: [
    { command: 'source <(ralph completion bash)', does: 'Completes in this bash.' },
    { command: 'source <(ralph completion zsh)', does: 'Completes in this zsh.' },
    { command: 'ralph completion fish | source', does: 'Completes in this fish.' },
  ],
  async run(invocation) {
    const wanted = textArgument(invocation, 'shell');
    const shell = shells.find((each) => each === wanted) ?? 'bash';
    const { commandTree } = await import('../command-tree.ts');
    const { completionPlaces } = await import('../completion/completion-model.ts');
    const script = (await writers[shell]())(await completionPlaces(commandTree));
    if (invocation.json) invocation.output.json({ shell, script });
    else invocation.output.line(script.trimEnd());
    return 0;
  },
};

const writers = {
  bash: async () => (await import('../completion/bash.ts')).bashScript,
  zsh: async () => (await import('../completion/zsh.ts')).zshScript,
  fish: async () => (await import('../completion/fish.ts')).fishScript,
} satisfies Record<Shell, () => Promise<unknown>>;
