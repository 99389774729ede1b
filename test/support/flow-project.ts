import type { DemoScript } from '../../src/loop/agents/demo/agent-program.ts';
import { type RunProject, runProject } from './run-project.ts';

export const promise = '<promise>COMPLETE</promise>';
export const failure = 'TypeError: basket.total is not a function';

/** Red while broken.txt is there, and says why in words that can be found again. */
const configWith = (learning: string) => `agents: { default: demo }
run: { sleep_seconds: 0 }
gates:
  - { name: test, run: "if test -f broken.txt; then echo '${failure}'; exit 1; fi" }
learning: ${learning}
`;
export const byWords =
  '{ mcp_context: { embeddings: { provider: none }, credit: { holdout: 0 }, retrieval: { min_relevance_score: 0.05 } } }';

/** Breaks the gate first, then mends it; each launch leaves its prompt behind. */
const twoTurns = [
  {
    until_exists: 'broken.txt',
    steps: [
      { save_prompt: '.ralph/first.md' },
      { write: 'broken.txt', text: 'x\n' },
      { say: `I wrote broken.txt, and left the total of the basket for later.\n${promise}` },
    ],
  },
  {
    steps: [
      { save_prompt: '.ralph/second.md' },
      {
        call: 'get_relevant_context',
        arguments: { query: 'basket total', context_types: ['error'] },
      },
      { call: 'catalog_call', arguments: { tool: 'a/b' } },
      { delete: 'broken.txt' },
      { say: `I gave the basket a total, as the note said.\n${promise}` },
    ],
  },
];

/** A project whose run breaks its gate first and mends it then. */
export function flowProject(learning = byWords, turns: DemoScript['turns'] = twoTurns): RunProject {
  return runProject(
    { turns },
    {
      'ralph.yaml': configWith(learning),
      'scripts/ralph/prompt.md': 'Make the basket add up its total.\n',
    },
  );
}
