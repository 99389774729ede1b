import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRoots } from './roots.ts';
import { errorText } from './testing/error-text.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

describe('createRoots', () => {
  const one = temporaryFolder({ 'sub/': '' });
  const two = temporaryFolder();
  const link = path.join(temporaryFolder(), 'link');
  symlinkSync(two, link);
  const roots = createRoots([one, link]);
  const names = { ONE: one, TWO: two, LINK: link };

  it('means the first one when none is named', async () => {
    expect(await roots.resolve()).toBe(one);
  });

  it.each([
    ['itself', one, one],
    ['with a slash at the end', `${one}/`, one],
    ['with dots', `${one}/sub/..`, one],
    ['by its link', link, two],
    ['by what the link means', two, two],
  ])('knows a root %s', async (_, input, expected) => {
    expect(await roots.resolve(input)).toBe(expected);
  });

  it('refuses others and names those it has', async () => {
    expect(await errorText(roots.resolve('/somewhere/else'), names)).toMatchInlineSnapshot(`
      "This server does not work in /somewhere/else.
      → Use one of: ONE, LINK. Another root has to be given with --root when ralph mcp is started."
    `);
    await expect(roots.resolve(path.join(one, 'sub'))).rejects.toMatchObject({
      code: 'not_allowed',
    });
    await expect(roots.resolve(path.dirname(one))).rejects.toMatchObject({ code: 'not_allowed' });
  });

  it('refuses a relative path', async () => {
    expect(await errorText(roots.resolve('.'), names)).toMatchInlineSnapshot(`
      "root "." is no absolute path.
      → Leave root out, or give one of: ONE, LINK."
    `);
    await expect(roots.resolve('sub')).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});
