/** How a field is written: one word, text of any length, a list of lines, words between commas, or JSON. */
export type FieldKind = 'word' | 'number' | 'text' | 'list' | 'words' | 'json';

/** The fields that may stand below a task, by the name a file gives them, in the order they are written. */
export const markdownFields = {
  key: { kind: 'text', field: 'key' },
  discipline: { kind: 'text', field: 'discipline' },
  status: { kind: 'word', field: 'status' },
  reason: { kind: 'text', field: 'status_reason' },
  priority: { kind: 'word', field: 'priority' },
  position: { kind: 'number', field: 'position' },
  'depends on': { kind: 'words', field: 'depends_on' },
  tags: { kind: 'words', field: 'tags' },
  files: { kind: 'words', field: 'context_files' },
  outputs: { kind: 'words', field: 'output_artifacts' },
  turns: { kind: 'number', field: 'estimated_turns' },
  hints: { kind: 'text', field: 'hints' },
  pseudocode: { kind: 'text', field: 'pseudocode' },
  summary: { kind: 'text', field: 'summary' },
  evidence: { kind: 'list', field: 'evidence' },
  'criteria results': { kind: 'json', field: 'criteria_results' },
  'reopening asked': { kind: 'text', field: 'reopen_requested' },
  'found while doing': { kind: 'text', field: 'discovered_from' },
  'replaced by': { kind: 'words', field: 'superseded_by' },
  provenance: { kind: 'word', field: 'provenance' },
  'external data': { kind: 'json', field: 'external_data' },
  description: { kind: 'text', field: 'description' },
} as const satisfies Readonly<Record<string, { kind: FieldKind; field: string }>>;

export type FieldName = keyof typeof markdownFields;
export type FieldValue = string | number | readonly string[] | object;

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(markdownFields, name);
}

/** A task as a file has it: only what is written there. */
export interface MarkdownTask {
  readonly line: number;
  readonly checked: boolean;
  readonly title: string;
  readonly key: string | null;
  /** Undefined when the file names none, which is not the same as none. */
  readonly criteria: readonly { readonly text: string; readonly met: boolean }[] | undefined;
  readonly values: ReadonlyMap<FieldName, FieldValue>;
}

export interface MarkdownFeature {
  readonly line: number;
  /** Null above the first heading. */
  readonly heading: { readonly text: string; readonly key: string | null } | null;
  readonly description: string;
  readonly tasks: readonly MarkdownTask[];
}
