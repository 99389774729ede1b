import type { SessionPlan } from '../../session/plan.ts';
import type { RunAgent } from '../runs/run-options.ts';
import type { Proposal } from './proposal.ts';

const answerForm = `## If you cannot call these tools
Answer with the whole plan as a Markdown list between the lines <plan> and </plan>, and nothing else between them:

<plan>
## Sign in {#auth}

- [ ] Store sessions {#P-1}
  > What is wanted, in a sentence or two.
  - [ ] npm test passes with a test that a session outlives a restart
  - discipline: backend
  - priority: high
- [ ] Add the form {#P-2}
  - [ ] A wrong password shows an error
  - discipline: frontend
  - depends on: P-1
</plan>`;

/** What stands under the prompt of the recipe: nobody is there to talk to, and the work is to be taken up as it is. */
export function planningSection(
  { enabled_tools }: Pick<SessionPlan, 'enabled_tools'>,
  { target, agent }: { readonly target: Proposal['target']; readonly agent: RunAgent },
): string {
  const lines = [
    'Read the repository before you plan: what is there decides what is left to do. Change no file; changes are taken back.',
    'Nobody can answer questions now. Choose what fits the repository best, and say at the end what you assumed.',
    'Everything you create is a proposal: it becomes part of the project when the person accepts it.',
    'Cut the work so that each task fits into one sitting of an agent that remembers nothing from before. If describing a task takes more than three sentences, make two of it.',
    'Give every task acceptance criteria that can be observed ("GET /items answers 404 for an unknown id"), one of them the command that proves it.',
    ...(enabled_tools.includes('create_task')
      ? [
          'Create what others build on first: the answer of `create_task` has its number, which goes into depends_on of those that wait for it.',
        ]
      : []),
    'Leave out what was not asked for.',
    ...(target === 'prd'
      ? [
          'The tasks become the user stories of one PRD, ordered by what they depend on and their priority. One feature and one discipline are enough.',
        ]
      : []),
  ];
  const section = `## How to plan\n${lines.map((line) => `- ${line}`).join('\n')}`;
  // Whether a command of the user's own speaks MCP is not known before it has tried.
  return agent.name === 'custom' ? `${section}\n\n${answerForm}` : section;
}

/** The plan of an agent that answered instead of calling tools. */
export function answeredPlan(said: string): string | undefined {
  return /^[ \t]*<plan>[ \t]*\n([\s\S]*?)\n[ \t]*<\/plan>/m.exec(said)?.[1];
}
