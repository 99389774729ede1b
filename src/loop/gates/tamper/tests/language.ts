export type Language = 'javascript' | 'python' | 'go' | 'rust' | 'jvm' | 'csharp' | 'ruby' | 'php';

interface LanguageRule {
  readonly language: Language;
  readonly files: RegExp;
  /** Names that only tests bear. */
  readonly tests: RegExp;
}

const inTestFolder = /(^|\/)(?:__tests__|tests?|specs?|e2e|cypress)\//i;

const rules: readonly LanguageRule[] = [
  {
    language: 'javascript',
    files: /\.[mc]?[jt]sx?$/,
    tests: /[.-](?:test|spec|cy|e2e)\.[mc]?[jt]sx?$|(^|\/)test(?:[-_][^/]*)?\.[mc]?[jt]sx?$/,
  },
  { language: 'python', files: /\.py$/, tests: /(^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$/ },
  { language: 'go', files: /\.go$/, tests: /_test\.go$/ },
  // Rust keeps tests beside the code, in the same file.
  { language: 'rust', files: /\.rs$/, tests: /\.rs$/ },
  {
    language: 'jvm',
    files: /\.(?:java|kt|kts|groovy|scala)$/,
    tests: /(^|\/)(?:Test[A-Z][^/]*|[^/]*(?:Tests?|IT|Spec))\.\w+$/,
  },
  { language: 'csharp', files: /\.(?:cs|fs|vb)$/, tests: /(?:Tests?|Specs?)\.\w+$/ },
  { language: 'ruby', files: /\.rb$/, tests: /(?:_spec|_test)\.rb$|(^|\/)test_[^/]*\.rb$/ },
  { language: 'php', files: /\.php$/, tests: /Test\.php$/ },
];

export function languageOf(path: string): Language | undefined {
  return rules.find(({ files }) => files.test(path))?.language;
}

/** Whether a file may hold tests: by its name, or because it lies among them. */
export function mayHoldTests(path: string): boolean {
  return isNamedAsTest(path) || (languageOf(path) !== undefined && inTestFolder.test(path));
}

/** Whether a file's own name says that it is a test. */
export function isNamedAsTest(path: string): boolean {
  const rule = rules.find(({ files }) => files.test(path));
  return rule?.tests.test(path) ?? false;
}
