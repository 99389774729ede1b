import { parse as parseToml } from 'smol-toml';
import { canonicalJson } from '../../../base/json.ts';

/** The parts of a shared file that configure tests and checks, by name. */
export type ConfigParts = ReadonlyMap<string, string>;

const packageKeys = 'jest mocha ava nyc c8 tap vitest eslintConfig eslintIgnore stylelint xo'.split(
  ' ',
);
const pythonTools = 'pytest ruff mypy pyright basedpyright coverage flake8 pylint tox nox'.split(
  ' ',
);
const iniSections =
  /^(?:tool:pytest|pytest|flake8|mypy.*|coverage.*|pylint.*|tox|testenv.*|pycodestyle)$/;

export function packageJsonParts(text: string): ConfigParts {
  const value = parsed(() => JSON.parse(text.replace(/^\uFEFF/, '')));
  return chosen(value, packageKeys);
}

export function pyprojectParts(text: string): ConfigParts {
  return chosen(
    field(
      parsed(() => parseToml(text)),
      'tool',
    ),
    pythonTools,
    'tool.',
  );
}

/** Which tests a crate has and which lints it denies; dependencies are left alone. */
export function cargoParts(text: string): ConfigParts {
  const manifest = parsed(() => parseToml(text));
  const parts = new Map(chosen(manifest, ['lints']));
  const workspace = field(field(manifest, 'workspace'), 'lints');
  if (workspace !== undefined) parts.set('workspace.lints', canonicalJson(workspace));
  for (const key of ['test', 'doctest', 'harness']) {
    const value = field(field(manifest, 'lib'), key);
    if (value !== undefined) parts.set(`lib.${key}`, canonicalJson(value));
  }
  const tests = field(manifest, 'test');
  for (const test of Array.isArray(tests) ? tests : []) {
    parts.set(`test ${String(field(test, 'name'))}`, canonicalJson(test));
  }
  return parts;
}

export function iniParts(text: string): ConfigParts {
  const parts = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const header = /^\[([^\]]+)\]\s*$/.exec(line)?.[1];
    if (header !== undefined) section = header;
    else if (iniSections.test(section) && line.trim() !== '' && !/^\s*[#;]/.test(line)) {
      parts.set(section, `${parts.get(section) ?? ''}${line.trimEnd()}\n`);
    }
  }
  return parts;
}

/** The `test` block of a Vite config, as text. */
export function viteParts(code: string): ConfigParts {
  const block = /(?<![\w.$])test\s*:\s*\{/.exec(code);
  if (!block) return new Map();
  let depth = 0;
  for (let at = block.index; at < code.length; at++) {
    if (code[at] === '{') depth++;
    else if (code[at] === '}' && --depth === 0) {
      return new Map([['test', code.slice(block.index, at + 1)]]);
    }
  }
  return new Map([['test', code.slice(block.index)]]);
}

function chosen(value: unknown, keys: readonly string[], prefix = ''): ConfigParts {
  return new Map(
    keys.flatMap((key) => {
      const part = field(value, key);
      return part === undefined ? [] : [[`${prefix}${key}`, canonicalJson(part)] as const];
    }),
  );
}

/** A file that cannot be read configures nothing, and its gate will say so. */
function parsed(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
