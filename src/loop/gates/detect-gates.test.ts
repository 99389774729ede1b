import { describe, expect, it } from 'vitest';
import { detectGates } from './detect-gates.ts';
import { projectFiles } from './project-files.ts';

const scripts = (entries: Record<string, string>, more: object = {}) =>
  JSON.stringify({ name: 'x', scripts: entries, ...more });

/** Files of a repository → `name: command` for each gate. */
const table: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
  ['nothing', {}, []],
  ['only a README', { 'README.md': '' }, []],
  [
    'npm scripts',
    { 'package.json': scripts({ build: 'tsc', lint: 'eslint .', test: 'jest', dev: 'vite' }) },
    ['test: npm test', 'lint: npm run lint', 'build: npm run build'],
  ],
  [
    "npm's placeholder test",
    { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) },
    [],
  ],
  [
    'a watcher',
    { 'package.json': scripts({ test: 'jest --watch', build: 'tsc --watch=false' }) },
    ['build: npm run build'],
  ],
  ['an empty script', { 'package.json': scripts({ test: '  ' }) }, []],
  [
    'type-check under another name',
    { 'package.json': scripts({ 'check-types': 'tsc --noEmit' }) },
    ['typecheck: npm run check-types'],
  ],
  ['check for want of lint', { 'package.json': scripts({ check: 'x' }) }, ['lint: npm run check']],
  [
    'check beside lint',
    { 'package.json': scripts({ check: 'x', lint: 'y' }) },
    ['lint: npm run lint'],
  ],
  [
    'pnpm by lock file',
    { 'package.json': scripts({ test: 'x', lint: 'y' }), 'pnpm-lock.yaml': '' },
    ['test: pnpm test', 'lint: pnpm run lint'],
  ],
  [
    'yarn by lock file',
    { 'package.json': scripts({ test: 'x' }), 'yarn.lock': '' },
    ['test: yarn test'],
  ],
  [
    'bun by lock file',
    { 'package.json': scripts({ test: 'x' }), 'bun.lock': '' },
    ['test: bun run test'],
  ],
  [
    'packageManager over a stray lock file',
    { 'package.json': scripts({ test: 'x' }, { packageManager: 'pnpm@9.1.0' }), 'yarn.lock': '' },
    ['test: pnpm test'],
  ],
  ['package.json that is no JSON', { 'package.json': '{ "scripts": {' }, []],
  ['package.json without scripts', { 'package.json': '{"name":"x"}' }, []],
  ['package.json with a list', { 'package.json': '[]' }, []],
  ['package.json with odd scripts', { 'package.json': '{"scripts":{"test":5}}' }, []],
  [
    'package.json with a mark of byte order',
    { 'package.json': `\uFEFF${scripts({ test: 'x' })}` },
    ['test: npm test'],
  ],
  [
    'Makefile targets',
    { Makefile: '.PHONY: test lint\nCC := gcc\ntest: all\n\t./t\nlint:\n\tx\nall build:\n\ty\n' },
    ['test: make test', 'lint: make lint', 'build: make build'],
  ],
  ['Makefile with check only', { Makefile: 'check:\n\tx\n' }, ['test: make check']],
  ['Makefile with an assignment called test', { Makefile: 'test := 1\nlint ::= 2\n' }, []],
  [
    'Makefile beside package.json: the same check once',
    { 'package.json': scripts({ test: 'x' }), Makefile: 'test:\n\tnpm test\nlint:\n\ty\n' },
    ['test: npm test', 'lint: make lint'],
  ],
  [
    'Makefile before a convention',
    { 'go.mod': 'module x', Makefile: 'test:\n\tgo test -race ./...\n' },
    ['test: make test', 'lint: go vet ./...'],
  ],
  ['cargo', { 'Cargo.toml': '' }, ['test: cargo test']],
  [
    'cargo with clippy settings',
    { 'Cargo.toml': '', 'clippy.toml': '' },
    ['test: cargo test', 'lint: cargo clippy --all-targets -- -D warnings'],
  ],
  [
    'cargo beside npm',
    { 'Cargo.toml': '', 'package.json': scripts({ test: 'x' }) },
    ['test: npm test', 'cargo_test: cargo test'],
  ],
  ['go', { 'go.mod': '' }, ['test: go test ./...', 'lint: go vet ./...']],
  [
    'go with golangci-lint',
    { 'go.mod': '', '.golangci.yml': '' },
    ['test: go test ./...', 'lint: golangci-lint run'],
  ],
  ['pytest.ini', { 'pytest.ini': '' }, ['test: pytest']],
  [
    'pytest and ruff in pyproject',
    { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n' },
    ['test: pytest', 'lint: ruff check .', 'typecheck: mypy .'],
  ],
  [
    'uv',
    { 'pyproject.toml': '[dependency-groups]\ndev = ["pytest>=8"]\n', 'uv.lock': '' },
    ['test: uv run pytest'],
  ],
  [
    'poetry with ruff.toml',
    { 'pyproject.toml': '[tool.poetry]\n', 'conftest.py': '', 'poetry.lock': '', 'ruff.toml': '' },
    ['test: poetry run pytest', 'lint: poetry run ruff check .'],
  ],
  ['a package whose name only begins so', { 'requirements.txt': 'pytest-mock==3\n' }, []],
  ['requirements', { 'requirements-dev.txt': 'pytest==8\n' }, ['test: pytest']],
  ['tox', { 'tox.ini': '[tox]\n[testenv]\ncommands = pytest\n', 'pytest.ini': '' }, ['test: tox']],
  ['tox.ini used for flake8 only', { 'tox.ini': '[flake8]\n' }, ['lint: flake8']],
  ['nox', { 'noxfile.py': '' }, ['test: nox']],
  ['unittest', { 'setup.py': '', 'tests/': '' }, ['test: python3 -m unittest discover tests/']],
  [
    'unittest beside the code',
    { 'calc.py': '', 'test_calc.py': 'import unittest\nfrom calc import add\n' },
    ['test: python3 -m unittest'],
  ],
  [
    'pytest beside the code',
    { 'test_a.py': 'import unittest\n', 'test_b.py': 'import pytest\n' },
    ['test: pytest'],
  ],
  ['a test file for nothing known', { 'test_a.py': 'print("unittest")\n' }, []],
  ['maven', { 'pom.xml': '' }, ['test: mvn -B test']],
  ['maven wrapper', { 'pom.xml': '', mvnw: '' }, ['test: ./mvnw -B test']],
  ['gradle', { 'build.gradle': '' }, ['test: gradle test']],
  ['gradle wrapper', { 'build.gradle.kts': '', gradlew: '' }, ['test: ./gradlew test']],
  [
    'composer scripts',
    { 'composer.json': scripts({ lint: 'x' }).replace('"x"}', '"x","test":["a","b"]}') },
    ['test: composer run test', 'lint: composer run lint'],
  ],
  [
    'phpunit and phpstan',
    { 'composer.json': '{}', 'phpunit.xml.dist': '', 'phpstan.neon': '' },
    ['test: vendor/bin/phpunit', 'typecheck: vendor/bin/phpstan analyse'],
  ],
  [
    'rspec and rubocop',
    { Gemfile: '', 'spec/': '', '.rubocop.yml': '' },
    ['test: bundle exec rspec', 'lint: bundle exec rubocop'],
  ],
  ['rake', { Rakefile: 'Rake::TestTask.new\n' }, ['test: rake test']],
  ['a Rakefile without tests', { Rakefile: 'task :deploy\n' }, []],
  ['deno', { 'deno.json': '{}' }, ['test: deno test', 'lint: deno lint']],
  [
    'deno tasks, with comments',
    { 'deno.jsonc': '{ // x\n "tasks": { "test": "deno test -A", "build": "y", }, }' },
    ['test: deno task test', 'lint: deno lint', 'build: deno task build'],
  ],
  ['dotnet', { 'App.sln': '' }, ['test: dotnet test']],
  ['mix', { 'mix.exs': '', '.credo.exs': '' }, ['test: mix test', 'lint: mix credo']],
  [
    'ctest',
    { 'CMakeLists.txt': 'project(x)\nenable_testing()\n' },
    [
      'test: cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure',
    ],
  ],
  [
    'cmake without tests',
    { 'CMakeLists.txt': 'project(x)\n' },
    ['build: cmake -S . -B build && cmake --build build'],
  ],
];

describe('detectGates', () => {
  it.each(table)('%s', (_, contents, expected) => {
    const gates = detectGates(projectFiles(contents));
    expect(gates.map((gate) => `${gate.name}: ${gate.run}`)).toEqual(expected);
    for (const gate of gates) expect(contents).toHaveProperty([gate.detected_from]);
  });

  it('gives no two gates one name', () => {
    const everything = Object.assign({}, ...table.map(([, contents]) => contents));
    const names = detectGates(projectFiles(everything)).map((gate) => gate.name);
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names).size).toBe(names.length);
  });
});
