/** Stands in the prompt until the user writes a goal; a prompt that still has it says nothing to do. */
const goalPlaceholder =
  '(Replace this line: what should be true when the work is done, and how can anyone check it?)';

export const scaffoldPrompt = `# Prompt

Ralph hands this file to the agent at the start of every iteration. The agent begins each
iteration with no memory: what it should know must be here, in the repository, or in the files
named below.

## Goal

${goalPlaceholder}

When \`scripts/ralph/prd.json\` lists stories, those are the goal and the line above may stay.

## One iteration

1. Read \`scripts/ralph/progress.txt\`, the "Codebase Patterns" part first, and
   \`scripts/ralph/codebase_map.md\` if it helps. They were written for you.
2. Choose one piece of work that can be finished now. With a PRD: the story that is
   named at the end of this prompt, and no other.
3. Look at the code that exists before writing any. Search before concluding that something is
   missing.
4. Make the change, with a test that fails without it.
5. Run the gates (the commands under \`gates\` in \`ralph.yaml\`) and mend what you broke.
   Do not weaken, skip or delete a check to get past it.
6. With a PRD: when every acceptance criterion of the story holds and the gates are green, set its
   \`passes\` to true and use \`notes\` for what a reviewer should know. Change nothing else in it.
7. Add a few lines to the end of \`scripts/ralph/progress.txt\`: what was done, what was learned,
   what is next. A rule that holds for the whole code base goes under "Codebase Patterns" instead.

## Rules

- Stay inside this repository. Do not push, publish, or touch credentials.
- If the same approach has failed twice, write down why in the progress log and try another.
- If you cannot go on without a decision, say exactly what has to be decided, and stop.

## When everything is done

When the whole goal is reached and the gates are green, end your last message with this line and
nothing after it:

<promise>COMPLETE</promise>

Ralph runs the gates itself before it believes that line. If work is left, leave the line out.
`;

/** Whether nobody has yet said in this prompt what there is to do. */
export function isScaffoldPrompt(text: string): boolean {
  return text.includes(goalPlaceholder);
}
