/** What search reads of a tool. */
export interface SearchableTool {
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly params: readonly { readonly name: string; readonly description: string }[];
}

/** `listOpenIssues`, `list_open-issues` and `list open issues` read alike. */
export function spacedName(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./:]+/g, ' ')
    .trim();
}
