import { parse } from 'jsonc-parser';
import { canonicalJson } from '../../../base/json.ts';
import { withoutComments } from './tests/mask-code.ts';

export type ConfigForm = 'json' | 'code' | 'python' | 'lines' | 'xml';

/** A config's meaning as far as a text shows it: without comments, blank space and the order of keys. */
export function meaningOf(text: string, form: ConfigForm): string {
  switch (form) {
    case 'json': {
      const value: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
      return value === undefined ? text : canonicalJson(value);
    }
    case 'code':
      return (
        withoutComments(text, 'javascript')
          .replace(/\s+/g, ' ')
          // A trailing comma comes and goes with the formatting.
          .replace(/ ?([()[\]{},:;]) ?/g, '$1')
          .replace(/,(?=[)\]}])/g, '')
          .trim()
      );
    case 'python':
      return tidyLines(withoutComments(text, 'python'));
    case 'lines':
      return tidyLines(text.replace(/^\s*[#;].*$/gm, ''));
    case 'xml':
      return text
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/\s+/g, ' ')
        .trim();
  }
}

function tidyLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

/** Settings that leave something out or let something pass. In a new config only these are of interest. */
const narrows =
  /passWithNoTests|testNamePattern|testPathIgnorePatterns|dangerouslyIgnoreUnhandledErrors|--deselect|--ignore[= ]|--exclude|--grep|-k ['"]|["']?exclude["']?\s*[:=]\s*\[[^\]]*(?:\.(?:test|spec)\.|test_|_test|tests?\/)/i;

export function narrowsTests(text: string): boolean {
  return narrows.test(text);
}
