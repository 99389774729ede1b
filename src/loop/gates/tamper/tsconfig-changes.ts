import { parse } from 'jsonc-parser';
import { canonicalJson } from '../../../base/json.ts';

/** Options that find more mistakes when they are on. */
const strict = new Set(
  `strict noImplicitAny strictNullChecks strictFunctionTypes strictBindCallApply strictPropertyInitialization
  strictBuiltinIteratorReturn noImplicitThis useUnknownInCatchVariables alwaysStrict noUnusedLocals noUnusedParameters
  exactOptionalPropertyTypes noImplicitReturns noFallthroughCasesInSwitch noUncheckedIndexedAccess noImplicitOverride
  noPropertyAccessFromIndexSignature noUncheckedSideEffectImports checkJs erasableSyntaxOnly isolatedModules
  verbatimModuleSyntax noEmitOnError`.split(/\s+/),
);
/** Options that let mistakes pass when they are on. */
const lax = new Set(
  'skipLibCheck skipDefaultLibCheck noCheck allowUnreachableCode allowUnusedLabels suppressImplicitAnyIndexErrors noStrictGenericChecks'.split(
    ' ',
  ),
);

/** What a tsconfig checks less than before; new paths, libraries and targets are part of the work. */
export function loosenedTsconfig(before: string, after: string): readonly string[] {
  const was = read(before);
  const is = read(after);
  const options = objectOf(was.compilerOptions);
  const now = objectOf(is.compilerOptions);
  const found: string[] = [];
  for (const name of strict) {
    // Left out, an option may still be on by `strict` or by what is extended.
    if (options[name] === true && now[name] !== true && !impliedBy(now, name)) found.push(name);
    else if (options[name] !== false && now[name] === false) found.push(name);
  }
  for (const name of lax) if (options[name] !== true && now[name] === true) found.push(name);
  if (listOf(is.exclude).some((one) => !listOf(was.exclude).includes(one))) found.push('exclude');
  for (const name of ['include', 'files'] as const) {
    const kept = listOf(is[name]);
    if (listOf(was[name]).some((one) => !kept.includes(one))) found.push(name);
    else if (was[name] === undefined && is[name] !== undefined && was.include === undefined) {
      found.push(name);
    }
  }
  if (canonicalJson(was.extends) !== canonicalJson(is.extends) && was.extends !== undefined) {
    found.push('extends');
  }
  return found;
}

function impliedBy(options: Readonly<Record<string, unknown>>, name: string): boolean {
  return (
    options.strict === true &&
    options[name] === undefined &&
    /^(?:strict|noImplicit(?:Any|This)$|always|useUnknown)/.test(name)
  );
}

function read(text: string): Readonly<Record<string, unknown>> {
  return objectOf(parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }));
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
