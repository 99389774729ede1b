import { redactText } from '../../../base/redaction.ts';
import { biome } from './biome.ts';
import { cargo } from './cargo.ts';
import { coverage } from './coverage.ts';
import { diagnostics } from './diagnostics.ts';
import { dotnet } from './dotnet.ts';
import { eslint } from './eslint.ts';
import type { FailureFormat, FoundFailures } from './failure-format.ts';
import { formatters } from './formatters.ts';
import { go } from './go.ts';
import { jest } from './jest.ts';
import { gradle, maven } from './jvm.ts';
import { mocha } from './mocha.ts';
import { nodeSpec } from './node-spec.ts';
import { phpunit } from './phpunit.ts';
import { pytest } from './pytest.ts';
import { rspec } from './rspec.ts';
import { rustc } from './rustc.ts';
import { tap } from './tap.ts';
import { unittest } from './unittest.ts';
import { vitest } from './vitest.ts';

const formats: readonly FailureFormat[] = [
  vitest,
  jest,
  mocha,
  tap,
  nodeSpec,
  pytest,
  unittest,
  go,
  cargo,
  rustc,
  rspec,
  phpunit,
  maven,
  gradle,
  dotnet,
  diagnostics,
  eslint,
  biome,
  formatters,
  coverage,
];

const mostNames = 5_000;
const longestName = 400;
/** No tool names a failure in a longer one, and patterns may take the square of its length. */
const longestLine = 2_000;
const temporary = /(?:\/private)?\/(?:tmp|var\/folders)\/[^\s:'")\]]+/g;

/**
 * The failures in the output of a red gate, by names that stay the same from run to run: without line numbers,
 * durations and places on this machine. Output of unknown tools has none.
 */
export function findFailures(output: string, root: string): FoundFailures {
  const lines = withoutRoot(output, root)
    .split('\n')
    .map((line) => line.slice(0, longestLine));
  const found = formats.map((format) => format(lines));
  const all = [...new Set(found.flatMap(({ names }) => names).map(stable))];
  const names = all.slice(0, mostNames);
  const unnamed = found.reduce((sum, { unnamed }) => sum + unnamed, all.length - names.length);
  return { names: names.length === 0 ? [] : redactText(names.join('\n')).split('\n'), unnamed };
}

function withoutRoot(output: string, root: string): string {
  const folder = root.replace(/[\\/]+$/, '');
  if (folder === '') return output;
  return output
    .replaceAll(`file://${folder}/`, '')
    .replaceAll(`${folder}/`, '')
    .replaceAll(`${folder}\\`, '');
}

function stable(name: string): string {
  const text = name.replace(/\s+/g, ' ').replace(temporary, '<temporary>').trim();
  return text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text;
}
