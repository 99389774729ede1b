import type { ConfigForm } from './config-text.ts';

interface ConfigRule {
  readonly files: RegExp;
  readonly form: ConfigForm;
}

/** Files that say nothing but what is tested and how strictly. Matched against the name without folders. */
const rules: readonly ConfigRule[] = [
  {
    files:
      /^(?:vitest\.(?:config|workspace)|jest\.config|karma\.conf|playwright(?:-ct)?\.config|cypress\.config|wdio\.conf|ava\.config|eslint\.config|\.eslintrc|\.mocharc|stylelint\.config)\.[mc]?[jt]s$/,
    form: 'code',
  },
  {
    files:
      /^(?:jest\.config\.json|vitest\.workspace\.json|\.mocharc\.jsonc?|\.eslintrc(?:\.json)?|biome\.jsonc?|\.?oxlintrc\.json|\.nycrc(?:\.json)?|\.c8rc\.json|\.jshintrc|\.stylelintrc(?:\.json)?|pyrightconfig\.json)$/,
    form: 'json',
  },
  {
    files:
      /^(?:\.mocharc\.ya?ml|\.eslintrc\.ya?ml|\.eslintignore|\.stylelintignore|pytest\.ini|\.pytest\.ini|mypy\.ini|\.mypy\.ini|\.flake8|\.?ruff\.toml|\.?pylintrc|\.coveragerc|\.rspec|\.rubocop(?:_todo)?\.yml|\.golangci\.(?:ya?ml|toml|json)|phpstan\.neon(?:\.dist)?|phpstan-baseline\.neon|\.?clippy\.toml|nextest\.toml|detekt\.yml|\.swiftlint\.yml|\.credo\.exs)$/,
    form: 'lines',
  },
  { files: /^(?:phpunit\.xml(?:\.dist)?|psalm\.xml|checkstyle\.xml)$/, form: 'xml' },
];

/** How to read a file that is test or lint configuration as a whole. */
export function configForm(path: string): ConfigForm | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return rules.find(({ files }) => files.test(name))?.form;
}
