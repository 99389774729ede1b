import { parse as parseYaml } from 'yaml';
import { canonicalJson } from '../../../base/json.ts';
import { loopFiles } from '../../loop-files.ts';
import { configForm } from './config-files.ts';
import { meaningOf, narrowsTests } from './config-text.ts';
import {
  type ConfigParts,
  cargoParts,
  iniParts,
  packageJsonParts,
  pyprojectParts,
  viteParts,
} from './embedded-config.ts';
import type { ChangedFile, TamperFinding } from './finding.ts';
import { maskCode } from './tests/mask-code.ts';
import { loosenedTsconfig } from './tsconfig-changes.ts';

/** Files that hold test configuration beside other things. */
const shared: readonly (readonly [RegExp, (text: string) => ConfigParts])[] = [
  [/(^|\/)package\.json$/, packageJsonParts],
  [/(^|\/)pyproject\.toml$/, pyprojectParts],
  [/(^|\/)(?:setup\.cfg|tox\.ini)$/, iniParts],
  [/(^|\/)Cargo\.toml$/, cargoParts],
  [/(^|\/)vite\.config\.[mc]?[jt]s$/, (text) => viteParts(meaningOf(text, 'code'))],
];

/** Lines that take tests out or let them fail, in files that mostly hold other things. */
const telling: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(^|\/)conftest\.py$/,
    /pytest_collection_modifyitems|pytest_ignore_collect|collect_ignore|pytest_runtest_|pytest_sessionfinish|\bskip|\bxfail|\b_exit\b/,
  ],
  [
    /(^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|[^/]+\.(?:csproj|fsproj|vbproj|props|targets))$/,
    /skipTests|maven\.test\.skip|testFailureIgnore|ignoreFailures|excludeTestsMatching|<exclude>.*Test|failIfNoTests|enabled\s*=\s*false|onlyIf\s*\{\s*false|<IsTestProject>\s*false|<NoWarn>|TreatWarningsAsErrors>\s*false/,
  ],
];

/** Edits to what decides which tests run and what counts as a mistake. */
export function configChanges(changes: readonly ChangedFile[]): readonly TamperFinding[] {
  return changes.flatMap(({ path, before, after }): TamperFinding[] => {
    const found = (message: string): TamperFinding[] => [{ kind: 'test_config', path, message }];
    if (path === loopFiles.config) return ownConfig(path, before, after);
    const form = configForm(path);
    if (form !== undefined) {
      if (before === null) {
        return after !== null && narrowsTests(after)
          ? found(`${path} is new and leaves tests out`)
          : [];
      }
      if (after === null) return found(`${path}, which configures checks, was deleted`);
      return meaningOf(before, form) === meaningOf(after, form)
        ? []
        : found(`${path}, which configures checks, was edited`);
    }
    if (before === null || after === null) return [];
    if (/(^|\/)(?:ts|js)config[^/]*\.json$/.test(path)) {
      const loosened = loosenedTsconfig(before, after);
      return loosened.length > 0 ? found(`${path} checks less (${loosened.join(', ')})`) : [];
    }
    const parts = shared.find(([files]) => files.test(path))?.[1];
    if (parts) {
      const edited = editedParts(parts(before), parts(after));
      return edited.length > 0 ? found(`"${edited.join('", "')}" in ${path} was edited`) : [];
    }
    const words = telling.find(([files]) => files.test(path))?.[1];
    const line = words && addedLine(before, after, words);
    return line === undefined ? [] : found(`${path} was given "${line.slice(0, 80)}"`);
  });
}

function editedParts(before: ConfigParts, after: ConfigParts): readonly string[] {
  const edited = [...before].filter(([name, text]) => after.get(name) !== text);
  const added = [...after].filter(([name, text]) => !before.has(name) && narrowsTests(text));
  return [...edited, ...added].map(([name]) => name);
}

function addedLine(before: string, after: string, words: RegExp): string | undefined {
  const lines = (text: string) => maskedLines(text).filter((line) => words.test(line));
  const known = lines(before);
  return lines(after).find((line) => {
    const place = known.indexOf(line);
    if (place !== -1) known.splice(place, 1);
    return place === -1;
  });
}

function maskedLines(text: string): string[] {
  // Of these files only Python has comments that begin with a number sign, and XML is left as it is.
  const code = text.trimStart().startsWith('<') ? text : maskCode(text, 'python');
  return code.split('\n').map((line) => line.trim());
}

/** The gates themselves, and what the run works on, are for people to change. */
function ownConfig(path: string, before: string | null, after: string | null): TamperFinding[] {
  if (before === null) return [];
  const found = (message: string): TamperFinding[] => [{ kind: 'gate_config', path, message }];
  if (after === null) return found(`${path} was deleted`);
  return decisive(before) === decisive(after)
    ? []
    : found(`${path} was edited in what a run is judged by`);
}

function decisive(text: string): string {
  try {
    const config: unknown = parseYaml(text);
    if (typeof config !== 'object' || config === null) return text;
    const { gates, run, budgets }: Record<string, unknown> = { ...config };
    return canonicalJson({ gates, run, budgets });
  } catch {
    return text;
  }
}
