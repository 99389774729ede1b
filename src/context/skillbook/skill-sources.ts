import type { JsonValue } from '../../base/json.ts';
import { canonicalJson } from '../../base/json.ts';
import type { BookVersion } from './book-format.ts';
import { arrayText, type JsonStyle, valueText } from './json-style.ts';
import type { SkillSourceNote } from './operations.ts';
import { itemsOf, meaningOf } from './raw-json.ts';

const sparse = [
  'trace_uid',
  'source_system',
  'trace_id',
  'display_name',
  'relation',
  'sample_question',
  'epoch',
  'operation_type',
  'error_identification',
  'learning_text',
];
const dense: Readonly<Record<string, JsonValue>> = {
  trace_uid: null,
  source_system: null,
  trace_id: null,
  display_name: null,
  relation: null,
  sample_question: null,
  epoch: null,
  step: null,
  learning_index: null,
  learning_text: null,
  error_identification: null,
  operation_type: null,
  trace_refs: [],
  sample_id: null,
  extra: {},
};

/** The list of a skill's sources with these added, each once. */
export function withSources(
  list: string,
  added: readonly SkillSourceNote[],
  version: BookVersion,
  style: JsonStyle,
): string {
  const items = itemsOf(list) ?? [];
  const known = new Set(items.map((item) => canonicalJson(meaningOf(item))));
  const fresh = added
    .map((note) => shaped(note, version))
    .filter((note) => {
      const same = canonicalJson(note);
      return !known.has(same) && known.add(same);
    });
  if (fresh.length === 0) return list;
  const texts = fresh.map((note) => valueText(note, style, 4));
  return arrayText([...items, ...texts], style, 3);
}

function shaped(note: SkillSourceNote, version: BookVersion): SkillSourceNote {
  if (version === '0.9.2') {
    return Object.fromEntries(Object.entries(dense).map(([key, no]) => [key, note[key] ?? no]));
  }
  if (version !== '0.9.3') return note;
  const given = sparse.flatMap((key) => {
    const value = note[key];
    return value === undefined || value === null ? [] : [[key, value] as const];
  });
  return Object.fromEntries(given);
}
