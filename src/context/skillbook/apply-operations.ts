import type { JsonValue } from '../../base/json.ts';
import { redactValue } from '../../base/redaction.ts';
import { storableText } from '../safety/clean-input.ts';
import type { Book } from './book.ts';
import { type BookDraft, draftOf } from './book-draft.ts';
import { member } from './json-style.ts';
import type { BookOperation, OperationOutcome, SkillSourceNote } from './operations.ts';
import { pythonTime } from './python-time.ts';
import { meaningOf, type RawMember } from './raw-json.ts';
import { withSources } from './skill-sources.ts';

export interface AppliedOperations {
  readonly text: string;
  readonly outcomes: readonly OperationOutcome[];
}

/**
 * Applies changes in order. One that fits no more, because the skill has gone since, is passed over and says
 * so: the others were meant all the same.
 */
export function applyOperations(
  book: Book,
  operations: readonly BookOperation[],
  now: Date,
): AppliedOperations {
  const draft = draftOf(book);
  const time = pythonTime(now);
  const outcomes = operations.map((operation): OperationOutcome => {
    const done = applyOne(draft, operation, time);
    const skill_id = done.id ?? operation.skill_id ?? null;
    return { type: operation.type, skill_id, applied: done.applied, note: done.note ?? null };
  });
  return { text: draft.text(), outcomes };
}

interface Done {
  readonly applied: boolean;
  readonly id?: string;
  readonly note?: string;
}

function applyOne(draft: BookDraft, operation: BookOperation, time: string): Done {
  const id = operation.skill_id ?? undefined;
  if (operation.type === 'ADD') return add(draft, operation, time);
  if (id === undefined) return { applied: false, note: 'skill_id is missing' };
  const fields = draft.fields(id);
  if (!fields) return { applied: false, note: 'the book has no such skill' };
  switch (operation.type) {
    case 'UPDATE':
      return update(draft, id, fields, operation, time);
    case 'TAG':
      return tag(draft, id, fields, operation, time);
    case 'REMOVE':
      draft.remove(id);
      return { applied: true };
  }
}

function add(draft: BookDraft, operation: BookOperation, time: string): Done {
  const { content } = operation;
  const section = cleaned(operation.section);
  if (!section || !content) return { applied: false, note: 'section and content are needed' };
  const text = storableText(content).text;
  if (operation.skill_id && draft.has(operation.skill_id)) {
    return { applied: false, note: 'the id is taken; UPDATE changes a skill' };
  }
  for (const skill of draft.book.skills.values()) {
    const isSame = skill.isActive && skill.section === section && skill.content === text;
    if (isSame && draft.has(skill.id))
      return { applied: false, id: skill.id, note: 'the book says so already' };
  }
  const id = operation.skill_id ?? draft.newId(section);
  const { style, format } = draft.book;
  const values: Readonly<Record<string, JsonValue>> = {
    id,
    section,
    content: text,
    justification: cleaned(operation.justification),
    evidence: cleaned(operation.evidence),
    helpful: operation.metadata?.helpful ?? 0,
    harmful: operation.metadata?.harmful ?? 0,
    neutral: operation.metadata?.neutral ?? 0,
    created_at: time,
    updated_at: time,
    embedding: null,
    status: 'active',
    sources: [],
  };
  const fields = format.fields.map((key) => member(key, values[key] ?? null, style, 3));
  draft.put(id, withNotes(draft, fields, operation));
  draft.list(id, section);
  return { applied: true, id };
}

function update(
  draft: BookDraft,
  id: string,
  fields: readonly RawMember[],
  operation: BookOperation,
  time: string,
): Done {
  const content = operation.content ? storableText(operation.content).text : undefined;
  const isNew =
    content !== undefined && content !== meaningOf(writtenValue(fields, 'content') ?? '');
  const changes = new Map<string, JsonValue>(countsOf(operation)).set('updated_at', time);
  if (content !== undefined) changes.set('content', content);
  if (operation.justification) changes.set('justification', cleaned(operation.justification));
  if (operation.evidence) changes.set('evidence', cleaned(operation.evidence));
  // The vector belongs to the words that were there before.
  if (isNew) changes.set('embedding', null);
  const isSparse = draft.book.format.version === '0.9.3';
  const changed = withNotes(draft, withValues(draft, fields, changes), operation).filter(
    ({ key }) => !(isNew && isSparse && key === 'embedding'),
  );
  draft.put(id, changed);
  return { applied: true };
}

/** Counts are added to those that a skill has; a skill without any keeps its shape. */
function tag(
  draft: BookDraft,
  id: string,
  fields: readonly RawMember[],
  operation: BookOperation,
  time: string,
): Done {
  const changes = new Map<string, JsonValue>();
  for (const [name, more] of countsOf(operation)) {
    const before = meaningOf(writtenValue(fields, name) ?? '');
    if (typeof before === 'number' && Number.isSafeInteger(before))
      changes.set(name, before + more);
  }
  if (changes.size === 0) {
    return { applied: false, note: 'this book keeps no counts; Ralph keeps its own' };
  }
  draft.put(id, withValues(draft, fields, changes.set('updated_at', time)));
  return { applied: true };
}

/** Only fields that are there are set: a reader of that version may refuse others. */
function withValues(
  { book }: BookDraft,
  fields: readonly RawMember[],
  changes: ReadonlyMap<string, JsonValue>,
): RawMember[] {
  return fields.map((field) => {
    const value = changes.get(field.key);
    return value === undefined
      ? field
      : { ...field, value: member(field.key, value, book.style, 3).value };
  });
}

function withNotes(
  { book }: BookDraft,
  fields: readonly RawMember[],
  { insight_source }: BookOperation,
): RawMember[] {
  const notes = (insight_source ? [insight_source].flat() : []).map(cleanNote);
  return fields.map((field) =>
    field.key === 'sources'
      ? { ...field, value: withSources(field.value, notes, book.format.version, book.style) }
      : field,
  );
}

function writtenValue(fields: readonly RawMember[], key: string): string | undefined {
  return fields.find((field) => field.key === key)?.value;
}

function countsOf({ metadata }: BookOperation): [string, number][] {
  return Object.entries(metadata ?? {}).flatMap(([name, count]) =>
    count === undefined ? [] : [[name, count]],
  );
}

function cleanNote(note: SkillSourceNote): SkillSourceNote {
  const safe = redactValue(note);
  return safe !== null && typeof safe === 'object' && !Array.isArray(safe)
    ? Object.fromEntries(Object.entries(safe))
    : {};
}

function cleaned(text: string | null | undefined): string | null {
  return text ? storableText(text).text : null;
}
