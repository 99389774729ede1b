import { describe, expect, it } from 'vitest';
import { type Edits, type Files, tampering } from './testing/tampering.ts';

const vitestConfig =
  "import { defineConfig } from 'vitest/config';\nexport default defineConfig({ test: { include: ['src/**/*.test.ts'] } });\n";
const viteConfig = (plugins: string, exclude = '') =>
  `export default defineConfig({ plugins: [${plugins}], test: { globals: true${exclude} } });`;
const tsconfig = (compilerOptions: object, more: object = {}) =>
  `// checked by tsc\n${JSON.stringify({ compilerOptions, include: ['src'], ...more }, null, 2)}`;
const pyproject = (tool: string, dependencies = '[]') =>
  `[project]\nname = "x"\ndependencies = ${dependencies}\n${tool}`;
const pytestTable = '[tool.pytest.ini_options]\naddopts = "-q"\n';
const pom = '<project>\n<dependencies>\n</dependencies>\n</project>';

const edited: readonly (readonly [string, Files, Edits, readonly string[]])[] = [
  [
    'a vitest config',
    { 'vitest.config.ts': vitestConfig },
    { 'vitest.config.ts': vitestConfig.replace('] }', "], exclude: ['src/a.test.ts'] }") },
    ['test_config: vitest.config.ts, which configures checks, was edited'],
  ],
  [
    'a jest config in a package',
    { 'web/jest.config.js': 'module.exports = {}' },
    { 'web/jest.config.js': 'module.exports = { testPathIgnorePatterns: ["a"] }' },
    ['test_config: web/jest.config.js, which configures checks, was edited'],
  ],
  [
    'a config that is gone',
    { '.eslintrc.json': '{}' },
    { '.eslintrc.json': null },
    ['test_config: .eslintrc.json, which configures checks, was deleted'],
  ],
  [
    'a lint rule',
    { 'biome.json': '{"linter":{"rules":{}}}' },
    { 'biome.json': '{"linter":{"enabled":false}}' },
    ['test_config: biome.json, which configures checks, was edited'],
  ],
  [
    'what pytest runs',
    { 'pytest.ini': '[pytest]\ntestpaths = tests\n' },
    { 'pytest.ini': '[pytest]\ntestpaths = tests/unit\n' },
    ['test_config: pytest.ini, which configures checks, was edited'],
  ],
  [
    'a new config that leaves tests out',
    {},
    { 'vitest.config.ts': vitestConfig.replace('include', 'exclude') },
    ['test_config: vitest.config.ts is new and leaves tests out'],
  ],
  [
    'a new config that passes without tests',
    {},
    { 'jest.config.json': '{"passWithNoTests": true}' },
    ['test_config: jest.config.json is new and leaves tests out'],
  ],
  [
    'jest in package.json',
    { 'package.json': '{"jest":{"bail":1}}' },
    { 'package.json': '{"jest":{"bail":1,"testMatch":["x"]}}' },
    ['test_config: "jest" in package.json was edited'],
  ],
  [
    'jest new in package.json',
    { 'package.json': '{}' },
    { 'package.json': '{"jest":{"testPathIgnorePatterns":["a"]}}' },
    ['test_config: "jest" in package.json was edited'],
  ],
  [
    'pytest in pyproject.toml',
    { 'pyproject.toml': pyproject(pytestTable) },
    { 'pyproject.toml': pyproject(pytestTable.replace('-q', '-q --deselect tests/a.py')) },
    ['test_config: "tool.pytest" in pyproject.toml was edited'],
  ],
  [
    'flake8 in setup.cfg',
    { 'setup.cfg': '[flake8]\nmax-line-length = 80\n' },
    { 'setup.cfg': '[flake8]\nmax-line-length = 80\nignore = E,F\n' },
    ['test_config: "flake8" in setup.cfg was edited'],
  ],
  [
    'the tests of a crate',
    { 'Cargo.toml': '[lib]\nname = "x"\n[[test]]\nname = "it"\n' },
    { 'Cargo.toml': '[lib]\nname = "x"\n[[test]]\nname = "it"\ntest = false\n' },
    ['test_config: "test it" in Cargo.toml was edited'],
  ],
  [
    'the lints of a crate',
    { 'Cargo.toml': '[lints.clippy]\nall = "deny"\n' },
    { 'Cargo.toml': '[lints.clippy]\nall = "allow"\n' },
    ['test_config: "lints" in Cargo.toml was edited'],
  ],
  [
    'the tests in a Vite config',
    { 'vite.config.ts': viteConfig('a()') },
    { 'vite.config.ts': viteConfig('a()', ", exclude: ['x']") },
    ['test_config: "test" in vite.config.ts was edited'],
  ],
  [
    'a strict option',
    { 'tsconfig.json': tsconfig({ strict: true }) },
    { 'tsconfig.json': tsconfig({ strict: false }) },
    ['test_config: tsconfig.json checks less (strict)'],
  ],
  [
    'a strict option that is gone',
    { 'tsconfig.json': tsconfig({ noUnusedLocals: true }) },
    { 'tsconfig.json': tsconfig({}) },
    ['test_config: tsconfig.json checks less (noUnusedLocals)'],
  ],
  [
    'an option of strict turned off',
    { 'tsconfig.json': tsconfig({ strict: true }) },
    { 'tsconfig.json': tsconfig({ strict: true, strictNullChecks: false }) },
    ['test_config: tsconfig.json checks less (strictNullChecks)'],
  ],
  [
    'what is not checked any more',
    { 'tsconfig.json': tsconfig({}) },
    { 'tsconfig.json': tsconfig({ noCheck: true }, { include: [], exclude: ['src/a.ts'] }) },
    ['test_config: tsconfig.json checks less (noCheck, exclude, include)'],
  ],
  [
    'conftest.py that takes tests out',
    { 'tests/conftest.py': 'import pytest\n' },
    { 'tests/conftest.py': 'import pytest\ncollect_ignore = ["test_a.py"]\n' },
    ['test_config: tests/conftest.py was given "collect_ignore = ["         "]"'],
  ],
  [
    'Maven without tests',
    { 'pom.xml': pom },
    {
      'pom.xml': pom.replace('<dep', '<properties><skipTests>true</skipTests></properties>\n<dep'),
    },
    ['test_config: pom.xml was given "<properties><skipTests>true</skipTests></properties>"'],
  ],
  [
    'Gradle that goes on',
    { 'build.gradle.kts': 'plugins {}\n' },
    { 'build.gradle.kts': 'plugins {}\ntasks.test { ignoreFailures = true }\n' },
    ['test_config: build.gradle.kts was given "tasks.test { ignoreFailures = true }"'],
  ],
  [
    "Ralph's own gates",
    { 'ralph.yaml': 'gates:\n  - { name: test, run: npm test }\n' },
    { 'ralph.yaml': 'gates: []\n' },
    ['gate_config: ralph.yaml was edited in what a run is judged by'],
  ],
  [
    "Ralph's own config gone",
    { 'ralph.yaml': 'gates: []\n' },
    { 'ralph.yaml': null },
    ['gate_config: ralph.yaml was deleted'],
  ],
  [
    "Ralph's own config broken",
    { 'ralph.yaml': 'gates: []\n' },
    { 'ralph.yaml': 'gates: [\n' },
    ['gate_config: ralph.yaml was edited in what a run is judged by'],
  ],
];

const innocent: readonly (readonly [string, Files, Edits])[] = [
  [
    'a comment and the format of a config',
    { 'vitest.config.ts': vitestConfig },
    {
      'vitest.config.ts': `// Tests lie beside the code.\n${vitestConfig.replace("test.ts']", "test.ts', ]").replace('{ test', '{\n  test')}`,
    },
  ],
  [
    'the order of keys in a JSON config',
    { 'biome.json': '{"a":1,"b":{"c":2,"d":3}}' },
    { 'biome.json': '{\n  "b": { "d": 3, "c": 2 },\n  // why\n  "a": 1,\n}' },
  ],
  [
    'comments in an INI config',
    { 'pytest.ini': '[pytest]\ntestpaths = tests\n' },
    { 'pytest.ini': '# pytest\n[pytest]\n\ntestpaths = tests  \n' },
  ],
  [
    'a first config',
    {},
    {
      'vitest.config.ts': vitestConfig,
      'eslint.config.js': "export default [{ ignores: ['dist'] }];",
      'tsconfig.json': tsconfig({ strict: false }),
    },
  ],
  [
    'a dependency in pyproject.toml',
    { 'pyproject.toml': pyproject(pytestTable) },
    { 'pyproject.toml': pyproject(pytestTable, '["httpx"]') },
  ],
  [
    'pytest in a project that had none',
    { 'pyproject.toml': pyproject('') },
    { 'pyproject.toml': pyproject(pytestTable) },
  ],
  [
    'a dependency in Cargo.toml',
    { 'Cargo.toml': '[dependencies]\n' },
    { 'Cargo.toml': '[dependencies]\nserde = "1"\n[[test]]\nname = "new"\n' },
  ],
  [
    'a plugin in a Vite config',
    { 'vite.config.ts': viteConfig('a()') },
    { 'vite.config.ts': viteConfig('a(), b()') },
  ],
  [
    'paths, libraries and targets',
    { 'tsconfig.json': tsconfig({ strict: true, target: 'es2020' }) },
    {
      'tsconfig.json': tsconfig(
        { strict: true, target: 'es2022', lib: ['es2022'], paths: { '@/*': ['./src/*'] } },
        { include: ['src', 'web'] },
      ),
    },
  ],
  [
    'a stricter tsconfig',
    { 'tsconfig.json': tsconfig({ strictNullChecks: true }) },
    { 'tsconfig.json': tsconfig({ strict: true, noUnusedLocals: true }) },
  ],
  [
    'a fixture in conftest.py',
    { 'conftest.py': 'import pytest\n' },
    {
      'conftest.py':
        'import pytest\n\n@pytest.fixture\ndef cart():\n    """Never skip."""\n    return Cart()\n',
    },
  ],
  [
    'a dependency of Maven',
    { 'pom.xml': pom },
    {
      'pom.xml': pom.replace(
        '</dependencies>',
        '<dependency><artifactId>junit</artifactId></dependency>\n</dependencies>',
      ),
    },
  ],
  ['ignored files', { '.gitignore': 'a\n' }, { '.gitignore': 'a\ndist/\n' }],
  [
    "Ralph's config in other matters",
    { 'ralph.yaml': 'gates: []\n' },
    { 'ralph.yaml': '# mine\ngates: []\nagents: { default: codex }\n' },
  ],
  ['a source with config in its name', { 'src/config.ts': 'a' }, { 'src/config.ts': 'b' }],
];

describe('edits of what is checked', () => {
  it.each(edited)('%s', async (_, project, edits, found) => {
    expect(await tampering(project, edits)).toEqual(found);
  });
});

describe('edits that check no less', () => {
  it.each(innocent)('%s', async (_, project, edits) => {
    expect(await tampering(project, edits)).toEqual([]);
  });
});
