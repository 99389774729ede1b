import { describe, expect, it } from 'vitest';
import { errorText } from '../testing/error-text.ts';
import { nameGates } from './name-gates.ts';

describe('nameGates', () => {
  it('names commands by what they do, and no two alike', () => {
    const commands = ['npm test', 'npm run lint', 'make tests', './verify --all', 'test', '###'];
    expect(nameGates(commands).map(({ name }) => name)).toEqual([
      'test',
      'lint',
      'test_2',
      'verify_all',
      'test_3',
      'gate',
    ]);
  });

  it('refuses an empty command', async () => {
    expect(
      await errorText(Promise.resolve().then(() => nameGates(['npm test', ' ']))),
    ).toMatchInlineSnapshot(`
      "A gate is an empty command.
      → Give a command that exits with 0 when the work is sound: --gate "npm test"."
    `);
  });
});
