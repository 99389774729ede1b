import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchNameFault } from './branch-name.ts';

function gitAccepts(name: string): boolean {
  try {
    execFileSync('git', ['check-ref-format', '--branch', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('branchNameFault', () => {
  it.each([
    ['ralph/feature', undefined],
    ['a', undefined],
    ['feature-1.2/x_y', undefined],
    ['é/ü', undefined],
    ['', 'it is empty'],
    ['@', '"@" has a meaning of its own in git'],
    ['a b', 'it holds a space'],
    ['a~b', 'it holds ~'],
    ['a\u0001b', 'it holds a control character'],
    ['-x', 'it begins with -'],
    ['/x', 'it begins or ends with /'],
    ['a//b', 'it holds //'],
    ['a..b', 'it holds ..'],
    ['a@{b', 'it holds @{'],
    ['a.', 'it ends with a dot'],
    ['a/.b', 'a part of it begins with a dot'],
    ['a.lock/b', 'a part of it ends with .lock'],
    ['x'.repeat(201), 'it is longer than 200 characters'],
  ])('%j', (name, fault) => {
    expect(branchNameFault(name)).toBe(fault);
  });

  it('agrees with git', () => {
    const names = fc.string({
      unit: fc.constantFrom(
        'a',
        'B',
        '/',
        '.',
        '-',
        '@',
        '{',
        '~',
        '^',
        ':',
        '?',
        '*',
        '[',
        '\\',
        ' ',
        '.lock',
      ),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      // Git reads these as short for another branch, which is no name for a new one.
      fc.property(
        names.filter((name) => !name.startsWith('@{') && name !== '-' && name !== '@'),
        (name) => {
          expect([name, branchNameFault(name) === undefined]).toEqual([name, gitAccepts(name)]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
