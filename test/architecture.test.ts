import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenImports, rooms } from './support/import-rules.ts';
import { productSources, repository } from './support/product-sources.ts';

describe('import directions', () => {
  it('hold in every source file', () => {
    const sources = productSources();
    expect(sources.length).toBeGreaterThan(20);
    expect(brokenImports(sources)).toEqual([]);
  });

  it('name a folder in src/ for each room, each with a README', () => {
    const folders = readdirSync(path.join(repository, 'src')).sort();
    expect(folders).toEqual(Object.keys(rooms).sort());
    for (const folder of folders) {
      expect(readFileSync(path.join(repository, 'src', folder, 'README.md'), 'utf8')).not.toBe('');
    }
  });

  it.each([
    [
      'an upward import',
      'src/base/x.ts',
      "import { a } from '../tool/tool.ts';",
      'may import no other room',
    ],
    [
      'a sideways import',
      'src/project/x.ts',
      "import { a } from '../context/y.ts';",
      'may import base',
    ],
    [
      'a type-only upward import',
      'src/tool/x.ts',
      "import type { A } from '../app/y.ts';",
      'may import base',
    ],
    ['a re-export', 'src/storage/x.ts', "export { a } from '../loop/y.ts';", 'may import base'],
    [
      'a lazy import',
      'src/context/x.ts',
      "const y = () => import('../server/y.ts');",
      'may import base',
    ],
    ['an import that leaves src', 'src/loop/x.ts', "import '../../test/y.ts';", 'leaves src/'],
    ['a file outside any room', 'src/util/x.ts', "import 'node:fs';", 'is not a room'],
    ['a driver outside storage', 'src/project/x.ts', "import 'node:sqlite';", 'only src/storage/'],
    [
      'the server SDK outside server',
      'src/app/x.ts',
      "import { S } from '@modelcontextprotocol/server';",
      'only src/server/',
    ],
    [
      'the client SDK outside catalog',
      'src/loop/x.ts',
      "import { C } from '@modelcontextprotocol/client';",
      'only src/catalog/',
    ],
    [
      'a child process in the server',
      'src/server/x.ts',
      "await import('node:child_process');",
      'only src/loop/',
    ],
  ])('are refused: %s', (_, file, text, why) => {
    const broken = brokenImports([{ path: file, text: `\n${text}\n` }]);
    expect(broken).toHaveLength(1);
    expect(broken[0]).toContain(`${file}:2 imports`);
    expect(broken[0]).toContain(why);
  });

  it('allow what the table allows', () => {
    const text =
      "import { a } from '../base/y.ts';\nimport { b } from './z.ts';\nimport { z } from 'zod';";
    expect(brokenImports([{ path: 'src/project/x.ts', text }])).toEqual([]);
  });
});
