import type { ChangedFile } from '../finding.ts';
import { countAssertions, mayAssert } from './assertions.ts';
import { isNamedAsTest, type Language, languageOf, mayHoldTests } from './language.ts';
import { maskCode } from './mask-code.ts';
import { readTests } from './read-tests.ts';
import { isAlike } from './similarity.ts';
import type { TestCase } from './test-case.ts';

/** One changed test file, before and after. */
export interface TestFile {
  readonly file: ChangedFile;
  readonly language: Language;
  readonly before: readonly TestCase[];
  readonly after: readonly TestCase[];
}

export function readTestFiles(changes: readonly ChangedFile[]): readonly TestFile[] {
  return changes.flatMap((file) => {
    const language = languageOf(file.path);
    if (language === undefined || !mayHoldTests(file.path)) return [];
    const read = (text: string | null) => (text === null ? [] : readTests(text, language));
    return [{ file, language, before: read(file.before), after: read(file.after) }];
  });
}

export interface LostTests {
  /** Ran before, and is skipped now. */
  readonly skipped: readonly string[];
  /** Ran before, and is nowhere now. */
  readonly deleted: readonly string[];
}

/** The tests that no longer run. One that was renamed, moved to another file or put into a table still does. */
export function lostTests(one: TestFile, all: readonly TestFile[]): LostTests {
  const running = one.after.filter(isActive).map(({ title }) => title);
  const isSkippedNow = new Set(
    one.after.filter(({ skipped }) => skipped).map(({ title }) => title),
  );
  const arrived = all.filter((other) => other !== one).flatMap(newTests);
  const gained = [...newTests(one)];
  const skipped: string[] = [];
  const missing: TestCase[] = [];
  for (const test of one.before.filter(isActive)) {
    if (take(running, (title) => title === test.title)) continue;
    if (isSkippedNow.has(test.title)) skipped.push(test.title);
    else if (!take(arrived, ({ title }) => title === test.title)) missing.push(test);
  }
  const unmatched = missing.filter(
    (test) => !take(gained, ({ body, rows }) => rows === 1 && isAlike(body, test.body)),
  );
  // Rows are not compared one by one: a table with enough of them may hold what was there.
  const inTables = gained.reduce((sum, { rows }) => sum + (rows > 1 ? rows : 0), 0);
  return { skipped, deleted: unmatched.slice(inTables).map(({ title }) => title) };
}

export function focusedTests({ before, after }: TestFile): readonly string[] {
  const known = before.filter(({ focused }) => focused).map(({ title }) => title);
  return after
    .filter(({ focused, title }) => focused && !take(known, (one) => one === title))
    .map(({ title }) => title);
}

/** Tests that are still there by name and can no longer fail. */
export function emptiedTests({ before, after }: TestFile): readonly string[] {
  const now = after.filter(isActive);
  // Tests of different suites may bear one name: those that did not change are no candidates.
  const edited = before
    .filter(isActive)
    .filter((test) => !take(now, ({ title, body }) => title === test.title && body === test.body));
  return edited
    .filter(({ title, body }) => {
      const place = now.findIndex((test) => test.title === title);
      const [found] = place === -1 ? [] : now.splice(place, 1);
      if (!found || countAssertions(body) === 0 || mayAssert(found.body)) return false;
      return lengthOf(found.body) < 0.7 * lengthOf(body);
    })
    .map(({ title }) => title);
}

const fewAssertions = 3;

/** Whether a test file lost more than half of its assertions. What moved away with its tests is not lost. */
export function lostAssertions(one: TestFile, all: readonly TestFile[]): [number, number] | null {
  const { file, language, before } = one;
  if (file.before === null || file.after === null) return null;
  const arrived = all.filter((other) => other !== one).flatMap(newTests);
  const stays = new Set(one.after.map(({ title }) => title));
  const moved = before
    .filter(({ title }) => !stays.has(title) && take(arrived, (test) => test.title === title))
    .reduce((sum, { body }) => sum + countAssertions(body), 0);
  const was = countAssertions(maskCode(file.before, language)) - moved;
  const is = countAssertions(maskCode(file.after, language));
  return was >= fewAssertions && is < was / 2 ? [was, is] : null;
}

/** Whether a file is called a test and went away without a trace of its text elsewhere. */
export function isVanished(file: ChangedFile, changes: readonly ChangedFile[]): boolean {
  const { path, before, after } = file;
  if (after !== null || before === null || before.trim() === '' || !isNamedAsTest(path))
    return false;
  // Rust sources are all called alike.
  if (languageOf(path) === 'rust') return false;
  return !changes.some(
    (other) =>
      other.before === null &&
      other.after !== null &&
      mayHoldTests(other.path) &&
      isAlike(other.after, before),
  );
}

function newTests({ before, after }: TestFile): readonly TestCase[] {
  const known = new Set(before.map(({ title }) => title));
  return after.filter((test) => isActive(test) && !known.has(test.title));
}

function isActive(test: TestCase): boolean {
  return !test.skipped;
}

function lengthOf(code: string): number {
  return code.replace(/\s+/g, '').length;
}

/** Takes the first that fits out of a list. */
function take<T>(list: T[], fits: (one: T) => boolean): boolean {
  const place = list.findIndex(fits);
  if (place === -1) return false;
  list.splice(place, 1);
  return true;
}
