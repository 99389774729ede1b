import { scriptsOf } from '../package-scripts.ts';
import type { ChangedFile, TamperFinding } from './finding.ts';
import type { GateSource } from './gate-sources.ts';
import { recipeOf } from './make-recipes.ts';
import { languageOf, mayHoldTests } from './tests/language.ts';
import { readTests } from './tests/read-tests.ts';

/** What a project is made of, as opposed to what checks it; a gate may well start it. */
const product =
  /^(?:src|lib|app|pkg|dist|build|out|target|cmd|internal)\/|(^|\/)(?:index|main|__main__|app|server|cli|manage)\.\w+$/;

/** Edits to what the gates run: their programs, package scripts and Makefile targets. */
export function gateScriptChanges(
  changes: readonly ChangedFile[],
  sources: readonly GateSource[],
): readonly TamperFinding[] {
  return sources.flatMap((source) => {
    const file = changes.find(({ path }) => path === source.path);
    // What was not there before is part of the work.
    if (!file || file.before === null) return [];
    const what = changed(source, file, file.before);
    if (what === undefined) return [];
    const message = `${what}, which the gate "${source.gate}" runs, was ${file.after === null ? 'deleted' : 'edited'}`;
    return [{ kind: 'gate_script', path: source.path, message }];
  });
}

/** What of a source is not as it was, in words. */
function changed(source: GateSource, file: ChangedFile, before: string): string | undefined {
  const { kind, path, name } = source;
  if (kind === 'file') {
    if (isProduct(path) || isTest(path, before) || same(before, file.after)) return undefined;
    return path;
  }
  const read = kind === 'make_target' ? recipeOf : scriptIn;
  const was = read(before, name);
  if (was === undefined || same(was, read(file.after ?? '', name))) return undefined;
  const shown = name === '' ? 'the first target' : `"${name}"`;
  return kind === 'make_target' ? `${shown} in ${path}` : `the script ${shown} in ${path}`;
}

/** Tests are judged by what they test, wherever they are named. */
function isTest(path: string, text: string): boolean {
  const language = languageOf(path);
  return language !== undefined && mayHoldTests(path) && readTests(text, language).length > 0;
}

function scriptIn(packageJson: string, name: string): string | undefined {
  return scriptsOf(packageJson)?.get(name);
}

/** A shell script is never the product itself. */
function isProduct(path: string): boolean {
  return languageOf(path) !== undefined && product.test(path);
}

function same(one: string, other: string | null | undefined): boolean {
  if (other === null || other === undefined) return false;
  return trimmed(one) === trimmed(other);
}

function trimmed(text: string): string {
  return text.replace(/[ \t\r]+$/gm, '').trim();
}
