import { loopFiles } from '../../loop/loop-files.ts';
import { definePrompt, type Prompt } from '../prompt.ts';

interface LoopPromptServices {
  readonly root: string;
}

const runCurrent = definePrompt<LoopPromptServices>({
  name: 'ralph_run_current',
  title: 'Run Ralph with the current prompt',
  description: `Starts a run with ${loopFiles.prompt} and follows it to its end.`,
  tools: ['ralph_validate', 'ralph_run', 'ralph_run_status', 'ralph_answer'],
  arguments: [
    {
      name: 'max_iterations',
      description: 'stop after this many iterations',
      complete: async (typed) => ['1', '5', '10', '25'].filter((one) => one.startsWith(typed)),
    },
    { name: 'allow_edits', description: '"true" lets the run change files; otherwise it may not' },
  ],
  render: async ({ max_iterations, allow_edits }, { services }) => {
    const input = {
      root: services.root,
      ...(max_iterations && { max_iterations: Number(max_iterations) }),
      ...(allow_edits === 'true' && { allow_edits: true }),
    };
    return [
      {
        role: 'user',
        content: [
          'Run Ralph on this repository with its current prompt.',
          '1. Read the resource ralph://prompt, and tell me in one sentence what it asks for.',
          '2. Call ralph_validate. If it reports problems, show me each with its fix and stop.',
          `3. Call ralph_run with ${JSON.stringify(input)}.`,
          '4. Call ralph_run_status with the run_id and wait_s 20 until the run has ended; tell me about each iteration as it ends.',
          '5. Summarise what was done, what the gates said, and where the log is. If the run asks a question, put it to me and send my reply with ralph_answer.',
        ].join('\n'),
      },
    ];
  },
});

const initScaffolding = definePrompt<LoopPromptServices>({
  name: 'ralph_init_scaffolding',
  title: 'Initialise Ralph',
  description: 'Creates the files that a run needs, then helps to fill them in.',
  tools: ['ralph_init', 'ralph_validate'],
  render: async (_, { services }) => [
    {
      role: 'user',
      content: [
        'Set Ralph up in this repository.',
        `1. Call ralph_init with ${JSON.stringify({ root: services.root })}. It overwrites nothing.`,
        '2. Show me what was created and what was already there.',
        `3. Read ${loopFiles.prompt}, ask me what the loop should work on, and propose the text for it. Do not write it before I agree.`,
        '4. Call ralph_validate and show me what is still missing.',
      ].join('\n'),
    },
  ],
});

const understandLoop = definePrompt<LoopPromptServices>({
  name: 'ralph_understand_loop',
  title: 'Run the understanding loop',
  description: `Lets an agent read the repository, changing nothing but ${loopFiles.codebaseMap}.`,
  tools: ['ralph_understand', 'ralph_run_status'],
  render: async (_, { services }) => [
    {
      role: 'user',
      content: [
        'Have Ralph read this repository and map it.',
        `1. Call ralph_understand with ${JSON.stringify({ root: services.root })}.`,
        '2. Call ralph_run_status with the run_id and wait_s 20 until the run has ended.',
        '3. Read the resource ralph://codebase_map and give me its main points: entry points, modules, how to test, what looks risky.',
      ].join('\n'),
    },
  ],
});

export function loopPrompts(services: LoopPromptServices): readonly Prompt[] {
  return [runCurrent, initScaffolding, understandLoop].map((prompt) => prompt.bind(services));
}
