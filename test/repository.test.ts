import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { importsOf } from './support/import-rules.ts';
import { productSources, repository } from './support/product-sources.ts';

const at = (name: string) => path.join(repository, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const runInRepository = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd: repository, encoding: 'utf8', stdio: 'pipe' });

const manifest = z
  .object({
    bin: z.record(z.string(), z.string()),
    files: z.array(z.string()),
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

/** What git has or would take in, with what is new and not committed yet. */
const files = runInRepository('git', ['ls-files', '-co', '--exclude-standard'])
  .split('\n')
  .filter((name) => name !== '' && existsSync(at(name)));

describe('the lock files', () => {
  it.each([
    'package-lock.json',
    'test/peers/package-lock.json',
    'test/peers-servers/package-lock.json',
  ])('%s names no host', (name) => {
    const { packages } = JSON.parse(read(name));
    for (const entry of Object.values<Record<string, unknown>>(packages)) {
      // The one place where a package may say an address, which nothing is fetched from.
      delete entry.funding;
      expect(entry).not.toHaveProperty('resolved');
    }
    expect(JSON.stringify(packages)).not.toMatch(/https?:|:\/\//);
  });
});

describe('tracked files', () => {
  /** Folders of the machine something was made on; tests may give these people a home. */
  const madeUp = '(?:u|me|user|ann|somebody)';
  const machinePath = new RegExp(
    `(?<![\\w.~$}])/(?:(?:work|root)/|(?:home|Users)/(?!${madeUp}\\b)[A-Za-z])`,
  );

  it('name no folder of the machine they were written on', () => {
    const found = files.flatMap((name) =>
      read(name)
        .split('\n')
        .flatMap((line, index) => (machinePath.test(line) ? [`${name}:${index + 1}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it.each(['/home', '/Users'])('would be found out: %s', (folder) => {
    expect(machinePath.test(`see ${folder}/builder/x`)).toBe(true);
    expect(machinePath.test(`see ${folder}/u/x and ../root/x`)).toBe(false);
  });
});

describe('docs/dependencies.md', () => {
  /** The packages of one section, by the first column of its table or, without one, all that is quoted. */
  function packagesIn(section: string): string[] {
    const [, text = ''] = read('docs/dependencies.md').split(`## ${section}\n`);
    const [body = ''] = text.split('\n## ');
    const rows = body.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.length > 0 ? rows.map((row) => row.split('|')[1]).join(' ') : body;
    return [...named.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).sort();
  }
  const imported = new Set(
    productSources()
      .flatMap(importsOf)
      .map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''),
  );
  const development = Object.keys(manifest.devDependencies);
  // Left out of the bundle and not installed with it: the code that asks for it does without.
  const outside = new Set(['sqlite-vec']);
  const isBundled = (name: string) => imported.has(name) && !outside.has(name);

  it('lists what is installed beside the bundle', () => {
    expect(packagesIn('Installed beside the bundle')).toEqual(Object.keys(manifest.dependencies));
    expect(packagesIn('Optional')).toEqual(Object.keys(manifest.optionalDependencies));
  });

  it('lists what is inside the bundle', () => {
    const bundled = development.filter(isBundled);
    expect(packagesIn('Inside the bundle')).toEqual(bundled.sort());
  });

  it('lists the tools of the trade', () => {
    const named = packagesIn('Tools of the trade').filter(
      (name) => !/[ /]/.test(name) || name.startsWith('@'),
    );
    expect(named).toEqual(development.filter((name) => !isBundled(name)).sort());
  });
});

describe('the package', () => {
  const [packed] = z
    .array(z.object({ files: z.array(z.object({ path: z.string() })) }))
    .parse(JSON.parse(runInRepository('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'])));
  const contents = packed?.files.map((file) => file.path) ?? [];

  it('holds the program and what it promises', () => {
    expect(contents).toEqual(expect.arrayContaining(Object.values(manifest.bin)));
    for (const promised of manifest.files) {
      expect(contents.filter((name) => `${name}/`.startsWith(`${promised}/`))).not.toEqual([]);
    }
  });

  it('holds the built program, the model and the schemas, and no sources or tests', () => {
    const wanted =
      /^(?:dist\/(?:[^/]+\.cjs|build\.json|parts\/[^/]+\.cjs)|models\/[^/]+\/[^/]+|schema\/[^/]+\.json)$/;
    const always = ['LICENSE', 'README.md', 'package.json'];
    expect(contents.filter((name) => !wanted.test(name) && !always.includes(name))).toEqual([]);
  });
});

describe('the launcher', () => {
  it('can be executed, and a shell can read it', () => {
    expect(() => accessSync(at('ralph'), constants.X_OK)).not.toThrow();
    expect(() => runInRepository('sh', ['-n', 'ralph'])).not.toThrow();
    expect(runInRepository('git', ['ls-files', '-s', 'ralph'])).toMatch(/^100755 /);
  });
});
