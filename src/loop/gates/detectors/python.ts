import { type DetectedGate, firstOf, type GateDetector } from '../detected-gate.ts';
import type { ProjectFiles } from '../project-files.ts';

/** Lock file → the command that runs a tool inside the environment it locks. */
const runners: Readonly<Record<string, string>> = {
  'uv.lock': 'uv run ',
  'poetry.lock': 'poetry run ',
  'pdm.lock': 'pdm run ',
  'Pipfile.lock': 'pipenv run ',
};

export const python: GateDetector = {
  ecosystem: 'python',
  explicit: false,
  detect(files) {
    const lockFile = firstOf(files, ...Object.keys(runners));
    const inside = (lockFile && runners[lockFile]) ?? '';
    const gates: DetectedGate[] = [];
    const test = testGate(files, inside);
    if (test) gates.push(test);

    const ruff = firstOf(files, 'ruff.toml', '.ruff.toml') ?? section(files, 'tool.ruff');
    const flake8 = firstOf(files, '.flake8') ?? section(files, 'flake8');
    if (ruff) gates.push({ name: 'lint', run: `${inside}ruff check .`, detected_from: ruff });
    else if (flake8) gates.push({ name: 'lint', run: `${inside}flake8`, detected_from: flake8 });

    const mypy = firstOf(files, 'mypy.ini', '.mypy.ini') ?? section(files, 'tool.mypy');
    const pyright = firstOf(files, 'pyrightconfig.json') ?? section(files, 'tool.pyright');
    if (mypy) gates.push({ name: 'typecheck', run: `${inside}mypy .`, detected_from: mypy });
    else if (pyright) {
      gates.push({ name: 'typecheck', run: `${inside}pyright`, detected_from: pyright });
    }
    return gates;
  },
};

function testGate(files: ProjectFiles, inside: string): DetectedGate | undefined {
  const gate = (run: string, detected_from: string) => ({ name: 'test', run, detected_from });
  const tox = files.names.has('tox.ini') && /^\[testenv/m.test(files.text('tox.ini') ?? '');
  if (tox) return gate('tox', 'tox.ini');
  if (files.names.has('noxfile.py')) return gate('nox', 'noxfile.py');
  const pytest =
    firstOf(files, 'pytest.ini', 'conftest.py') ??
    section(files, 'tool.pytest') ??
    section(files, 'tool:pytest') ??
    section(files, 'pytest') ??
    mention(files, 'pytest') ??
    testFile(files, 'pytest');
  if (pytest) return gate(`${inside}pytest`, pytest);
  const project = firstOf(files, 'pyproject.toml', 'setup.py');
  const tests = firstOf(files, 'tests/', 'test/');
  if (project && tests) return gate(`${inside}python3 -m unittest discover ${tests}`, tests);
  const beside = testFile(files, 'unittest');
  return beside === undefined ? undefined : gate(`${inside}python3 -m unittest`, beside);
}

/** A test file in the root that is written for this library. */
function testFile(files: ProjectFiles, library: string): string | undefined {
  const imported = new RegExp(`^\\s*(import|from) ${library}\\b`, 'm');
  return [...files.names]
    .filter((name) => /^test_\w+\.py$/.test(name))
    .sort()
    .find((name) => imported.test(files.text(name) ?? ''));
}

/** The file with a table or section of this name, sub-tables included. */
function section(files: ProjectFiles, name: string): string | undefined {
  const escaped = name.replace(/\./g, '\\.');
  const header = new RegExp(`^\\[${escaped}[.\\]]`, 'm');
  return ['pyproject.toml', 'setup.cfg', 'tox.ini'].find((file) =>
    header.test(files.text(file) ?? ''),
  );
}

/** The file that lists a package among what the project needs. */
function mention(files: ProjectFiles, packageName: string): string | undefined {
  const pattern = new RegExp(`(^|["'\\s])${packageName}(["'\\s<>=~!\\[;]|$)`, 'm');
  return [...files.names].find(
    (file) =>
      /^(pyproject\.toml|requirements[\w-]*\.txt)$/.test(file) &&
      pattern.test(files.text(file) ?? ''),
  );
}
