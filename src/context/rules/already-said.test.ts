import { expect, it } from 'vitest';
import { alreadySaidIn } from './already-said.ts';

it('knows a text again in longer ones, also in parts, and not by its subject', () => {
  const isSaid = alreadySaidIn([
    '- Iteration 1: `rounding = "even"` in a.toml was the fix.\n- Iteration 2: nothing to try.',
    'The last iteration: check has 1 failure.',
  ]);
  expect(isSaid('Rounding = "even" in a.toml was the fix.\nCheck has 1 failure.')).toBe(true);
  expect(isSaid('The fix in a.toml: rounding was up, and even is right.')).toBe(false);
  expect(isSaid('x')).toBe(false);
});
