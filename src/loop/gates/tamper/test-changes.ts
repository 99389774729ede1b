import type { ChangedFile, TamperFinding } from './finding.ts';
import {
  emptiedTests,
  focusedTests,
  isVanished,
  lostAssertions,
  lostTests,
  readTestFiles,
} from './tests/compare-tests.ts';

const shownTitles = 3;

/** Tests that were deleted, skipped, focused or robbed of what they assert. */
export function testChanges(changes: readonly ChangedFile[]): readonly TamperFinding[] {
  const files = readTestFiles(changes);
  return files.flatMap((one) => {
    const { path, after } = one.file;
    const findings: TamperFinding[] = [];
    const add = (kind: TamperFinding['kind'], message: string) =>
      findings.push({ kind, path, message });
    const { deleted, skipped } = lostTests(one, files);
    if (deleted.length > 0) {
      const from = after === null ? `${path} was deleted with` : `${path} lost`;
      add('test_deleted', `${from} ${counted(deleted)}`);
    } else if (one.before.length === 0 && isVanished(one.file, changes)) {
      add('test_deleted', `${path} was deleted`);
    }
    if (skipped.length > 0) add('test_skipped', `${path} skips ${counted(skipped)}`);
    const focused = focusedTests(one);
    if (focused.length > 0) {
      add('test_focused', `${path} runs nothing but ${counted(focused)}`);
    }
    if (deleted.length === 0) {
      const emptied = emptiedTests(one);
      const assertions = lostAssertions(one, files);
      if (assertions) {
        add(
          'assertions_removed',
          `${path} has ${assertions[1]} of its ${assertions[0]} assertions left`,
        );
      } else if (emptied.length > 0) {
        add('assertions_removed', `${path} asserts nothing any more in ${counted(emptied)}`);
      }
    }
    return findings;
  });
}

function counted(titles: readonly string[]): string {
  const shown = titles.slice(0, shownTitles).map((title) => `"${short(title)}"`);
  const more = titles.length > shownTitles ? ` and ${titles.length - shownTitles} more` : '';
  return `${titles.length} ${titles.length === 1 ? 'test' : 'tests'} (${shown.join(', ')}${more})`;
}

function short(title: string): string {
  const line = title.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
