import { describe, expect, it } from 'vitest';
import { scaffoldPrompt } from '../../scaffold/files/prompt.ts';
import { whatIsAsked } from './what-is-asked.ts';

const gates = [{ run: 'npm test' }];

describe('what a prompt asks for', () => {
  it('is its goal, without how an iteration goes', () => {
    const prompt = `# Work

Mend the discount.
It is a cent too high.

## One iteration

1. Read \`scripts/ralph/progress.txt\` first:
   earlier iterations wrote it.
2. Run \`npm test\`.

## Care

- Amounts are in cents.
- End with <promise>COMPLETE</promise>.
`;
    expect(whatIsAsked(prompt, gates)).toBe(
      '# Work\n\nMend the discount.\nIt is a cent too high.\n\n## Care\n\n- Amounts are in cents.',
    );
  });

  it('is what a person wrote into the prompt that Ralph began', () => {
    const prompt = scaffoldPrompt.replace(/^\(Replace this line.*\)$/m, 'A shop that sells tea.');
    expect(whatIsAsked(prompt, gates)).toBe('A shop that sells tea.');
  });

  it('is the whole of a prompt that says nothing else', () => {
    const prompt = 'Do what scripts/ralph/prd.json says.';
    expect(whatIsAsked(prompt, gates)).toBe(prompt);
  });
});
