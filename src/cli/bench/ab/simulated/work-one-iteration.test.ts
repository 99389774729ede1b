import { describe, expect, it } from 'vitest';
import { type Workplace, workOneIteration } from './work-one-iteration.ts';

const settings = { effort: 8, patience: 2, notes: true };
const start = {
  'a.toml': 'rounding = "up"   # up | down | even | none | half\n',
  'docs/x.md': 'Nothing of use.\n',
  'docs/y.md': 'Nothing either.\n',
};

/** A tree in memory whose check wants one setting. */
function tree(files: Readonly<Record<string, string>> = start, right = 'rounding = "even"') {
  const held = new Map(Object.entries(files));
  let checks = 0;
  const place: Workplace = {
    files: () => [...held.keys()].filter((file) => !file.startsWith('scripts/')).sort(),
    read: (file) => held.get(file),
    write: (file, text) => held.set(file, text),
    check() {
      checks++;
      const ok = held.get('a.toml')?.includes(right);
      return `TAP version 13\n1..1\n${ok ? 'ok' : 'not ok'} 1 - sums fit (a.toml: rounding)\n`;
    },
  };
  return { place, held, checks: () => checks };
}

const prompt = (recalled = '', iteration = 1) =>
  `# Work\nMend the sums.\n\n${recalled}\n## Where this run stands\nThis is iteration ${iteration} of at most 20.\n`;

const note = (id: string, text: string) =>
  `### [ERROR] ${id}\n<quoted from="orchestrator">\n| ${text}\n</quoted>\n`;

const work = (text: string, place: Workplace, over: Partial<typeof settings> = {}) =>
  workOneIteration(text, place, { seed: 's', settings: { ...settings, ...over } });

describe('the simulated agent', () => {
  it('uses a fact that stands in its prompt, and cites it', () => {
    const { place, held } = tree();
    const fact = note('ctx_1', 'Refunds. Set `rounding = "even"` in b.toml.');
    const outcome = work(prompt(fact), place);
    expect(outcome.complete).toBe(true);
    expect(outcome.message).toContain('Notes used: ctx_1.');
    expect(held.get('a.toml')).toContain('rounding = "even"   # up');
  });

  it('believes a wrong fact, sees that it did not help, and says so', () => {
    const { place } = tree();
    const { message } = work(prompt(note('ctx_1', 'Set `rounding = "none"` in b.toml.')), place);
    expect(message).toContain('`rounding = "none"` in a.toml did not help.');
  });

  it('prefers the note that names the file', () => {
    const { place } = tree();
    const notes =
      note('ctx_1', 'Set `rounding = "none"` in b.toml.') +
      note('ctx_2', 'Set `rounding = "even"` in a.toml.');
    const { message } = work(prompt(notes), place);
    expect(message).not.toContain('"none"');
    expect(message).toContain('Notes used: ctx_2.');
  });

  it('finds out without a note only by reading or by trying', () => {
    const { place, held } = tree({ ...start, 'b.toml': 'rounding = "even"\n' });
    const { message } = work(prompt(), place, { patience: 3 });
    expect(message).toContain('`rounding = "even"` in a.toml was the fix.');
    expect(message).not.toContain('Notes used');
    expect(held.get('a.toml')).toContain('"even"');
  });

  it('does no more than its units allow', () => {
    const { place, checks } = tree(start, 'rounding = "never"');
    work(prompt(), place, { effort: 8, patience: 0, notes: false });
    // One look, one file read, three changes of which each is looked at.
    expect(checks()).toBe(4);
  });

  it('pays for a long prompt', () => {
    const { place, checks } = tree(start, 'rounding = "never"');
    work(prompt(note('ctx_1', 'x'.repeat(16_000))), place, { patience: 0, notes: false });
    expect(checks()).toBe(2);
  });

  it('does not try again what its notes, or recalled ones, say was in vain', () => {
    const vain = (value: string) => `\`rounding = "${value}"\` in a.toml did not help.`;
    const { place } = tree({ ...start, 'scripts/ralph/progress.txt': `- ${vain('down')}\n` });
    const recalled = note('ctx_1', `The agent said: ${vain('none')}`) + note('ctx_2', vain('half'));
    const outcome = work(prompt(recalled), place, { patience: 0 });
    expect(outcome.message.split('\n')[0]).toBe(
      'sums fit: `rounding = "even"` in a.toml was the fix.',
    );
  });

  it('forgets between launches what neither tree nor prompt tells', () => {
    const tries = (notes: boolean) => {
      const { place } = tree(start, 'rounding = "never"');
      const said: string[] = [];
      for (let launch = 1; launch <= 6; launch++)
        said.push(
          work(prompt('', launch), place, { effort: notes ? 7 : 6, patience: 0, notes }).message,
        );
      return said.join('\n').match(/rounding = "\w+"/g) ?? [];
    };
    // With notes each value is tried once, and then nothing is left to try.
    expect(new Set(tries(true)).size).toBe(tries(true).length);
    expect(new Set(tries(false)).size).toBeLessThan(tries(false).length);
  });

  it('does the same for the same seed', () => {
    const once = work(prompt(), tree().place);
    expect(work(prompt(), tree().place)).toEqual(once);
    const others = ['a', 'b', 'c', 'd', 'e'].map(
      (seed) => workOneIteration(prompt(), tree().place, { seed, settings }).message,
    );
    expect(new Set(others).size).toBeGreaterThan(1);
  });

  it('promises completion on a green check, not on a red one', () => {
    expect(work(prompt(), tree({ 'a.toml': 'rounding = "even"\n' }).place).complete).toBe(true);
    const never = tree(start, 'rounding = "never"').place;
    expect(work(prompt(), never, { patience: 0, notes: false }).complete).toBe(false);
  });
});
