import type { Book } from './book.ts';
import { arrayText, objectText, stringText } from './json-style.ts';
import { membersOf, type RawMember } from './raw-json.ts';

/** A book that is being changed. Whatever is not touched keeps its bytes. */
export interface BookDraft {
  readonly book: Book;
  has(id: string): boolean;
  fields(id: string): RawMember[] | undefined;
  put(id: string, fields: readonly RawMember[]): void;
  /** Names the skill under its section. */
  list(id: string, section: string): void;
  remove(id: string): void;
  /** An id that nobody has, made as ACE makes them. */
  newId(section: string): string;
  text(): string;
}

/** The section's first word in letters that ACE recognises when an agent cites the skill. */
function idPrefix(section: string): string {
  const [word = ''] = section.trim().toLowerCase().split(/\s+/);
  return word.replace(/[^a-z_]+/g, '_').replace(/^_+|_+$/g, '') || 'skill';
}

export function draftOf(book: Book): BookDraft {
  const { style } = book;
  const skills = new Map([...book.skills].map(([id, { raw }]) => [id, raw]));
  const sections = new Map([...book.sections].map(([name, { raw }]) => [name, raw]));
  const idsOf = new Map([...book.sections].map(([name, { ids }]) => [name, [...ids]]));
  let { nextId } = book;
  const changed = new Map<string, () => string>();

  function skillsChanged(): void {
    changed.set(book.format.top, () => objectText([...skills.values()], style, 1));
  }
  function sectionChanged(name: string, ids: readonly string[]): void {
    const value = arrayText(
      ids.map((id) => stringText(id, style)),
      style,
      2,
    );
    sections.set(name, { key: name, name: stringText(name, style), ...sections.get(name), value });
    changed.set('sections', () => objectText([...sections.values()], style, 1));
  }

  return {
    book,
    has: (id) => skills.has(id),
    fields(id) {
      const raw = skills.get(id);
      return raw && membersOf(raw.value);
    },
    put(id, fields) {
      const name = skills.get(id)?.name ?? stringText(id, style);
      skills.set(id, { key: id, name, value: objectText(fields, style, 2) });
      skillsChanged();
    },
    list(id, section) {
      const ids = idsOf.get(section) ?? [];
      if (ids.includes(id)) return;
      idsOf.set(section, [...ids, id]);
      sectionChanged(section, [...ids, id]);
    },
    remove(id) {
      skills.delete(id);
      skillsChanged();
      for (const [name, ids] of idsOf) {
        if (!ids.includes(id)) continue;
        const rest = ids.filter((each) => each !== id);
        sectionChanged(name, rest);
        if (rest.length > 0) idsOf.set(name, rest);
        else {
          idsOf.delete(name);
          sections.delete(name);
        }
      }
    },
    newId(section) {
      let id: string;
      do id = `${idPrefix(section)}-${String(++nextId).padStart(5, '0')}`;
      while (skills.has(id));
      changed.set('next_id', () => String(nextId));
      return id;
    },
    text() {
      if (changed.size === 0) return book.text;
      const root = book.root.map((each) => {
        const value = changed.get(each.key)?.();
        return value === undefined ? each : { ...each, value };
      });
      for (const [key, value] of changed) {
        if (root.some((each) => each.key === key)) continue;
        root.push({ key, name: stringText(key, style), value: value() });
      }
      return book.before + objectText(root, style, 0) + book.after;
    },
  };
}
