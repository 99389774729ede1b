import { z } from 'zod';
import { type BookFormat, formatOf } from './book-format.ts';
import { type JsonStyle, styleOf } from './json-style.ts';
import { itemsOf, meaningOf, membersOf, type RawMember, rawValue } from './raw-json.ts';

/** A skillbook as it lies in its file: what it says, and every byte of how it says it. */
export interface Book {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly style: JsonStyle;
  readonly format: BookFormat;
  readonly root: readonly RawMember[];
  readonly skills: ReadonlyMap<string, BookSkill>;
  readonly sections: ReadonlyMap<string, BookSection>;
  readonly nextId: number;
}

export interface BookSkill {
  readonly id: string;
  readonly section: string;
  readonly content: string;
  /** Undefined in a book that does not count. */
  readonly counters: Counters | undefined;
  readonly isActive: boolean;
  readonly raw: RawMember;
}

export interface Counters {
  readonly helpful: number;
  readonly harmful: number;
  readonly neutral: number;
}

export interface BookSection {
  readonly raw: RawMember;
  readonly ids: readonly string[];
}

/** What no version of ACE would have written, in words that follow "The skillbook cannot be used: ". */
export class NotASkillbookError extends Error {
  override readonly name = 'NotASkillbookError';
}

const mostSkills = 20_000;

/** What an empty book says; every version since 0.7 reads it. */
export const emptyBook =
  '{\n  "skills": {},\n  "sections": {},\n  "next_id": 0,\n  "similarity_decisions": {}\n}';

const skillSchema = z.object({
  section: z.string(),
  content: z.string(),
  helpful: z.int().optional(),
  harmful: z.int().optional(),
  neutral: z.int().optional(),
  status: z.string().nullish(),
});

export function parseBook(text: string): Book {
  const { before, value, after } = rawValue(text);
  const root = membersOf(value);
  if (!root) throw new NotASkillbookError('it holds no object');
  const at = (key: string) => root.find((each) => each.key === key)?.value;
  const bullets = at('bullets');
  const listed = at('skills');
  if (bullets !== undefined && listed !== undefined) {
    throw new NotASkillbookError('it has both "bullets" and "skills", and only one can be meant');
  }
  const found = membersOf(listed ?? bullets ?? '');
  if (!found) throw new NotASkillbookError('it has no object "skills" or "bullets"');
  if (found.length > mostSkills) {
    throw new NotASkillbookError(`it has ${found.length} skills; ${mostSkills} are allowed`);
  }
  const parsed = found.map(parseSkill);
  return {
    text,
    before,
    after,
    style: styleOf(value),
    format: formatOf({
      top: listed === undefined ? 'bullets' : 'skills',
      hasDecisions: at('similarity_decisions') !== undefined,
      skillFields: new Set(parsed.flatMap(({ fields }) => fields)),
      hasDenseSources: parsed.some(({ dense }) => dense),
    }),
    root,
    skills: new Map(parsed.map(({ skill }) => [skill.id, skill])),
    sections: parseSections(at('sections')),
    nextId: parseNextId(at('next_id')),
  };
}

function parseSkill(raw: RawMember): { skill: BookSkill; fields: string[]; dense: boolean } {
  const members = membersOf(raw.value);
  if (!members) throw new NotASkillbookError(`the skill ${raw.name.slice(0, 80)} is no object`);
  const known = Object.keys(skillSchema.shape);
  const values = members.filter(({ key }) => known.includes(key));
  const { success, data, error } = skillSchema.safeParse(
    Object.fromEntries(values.map(({ key, value }) => [key, meaningOf(value)])),
  );
  if (!success) {
    const field = error.issues[0]?.path.join('.') ?? '';
    throw new NotASkillbookError(
      `"${field}" of the skill ${raw.name.slice(0, 80)} is missing or of the wrong kind`,
    );
  }
  const { helpful, harmful, neutral } = data;
  return {
    skill: {
      id: raw.key,
      section: data.section,
      content: data.content,
      counters:
        helpful === undefined || harmful === undefined
          ? undefined
          : { helpful, harmful, neutral: neutral ?? 0 },
      isActive: (data.status ?? 'active') === 'active',
      raw,
    },
    fields: members.map(({ key }) => key),
    dense: isDense(members),
  };
}

function isDense(members: readonly RawMember[]): boolean {
  const sources = members.find(({ key }) => key === 'sources')?.value ?? '';
  const [first = ''] = itemsOf(sources) ?? [];
  return (membersOf(first) ?? []).some(({ key }) => key === 'extra');
}

function parseSections(source: string | undefined): Map<string, BookSection> {
  if (source === undefined) return new Map();
  const members = membersOf(source);
  if (!members) throw new NotASkillbookError('"sections" is no object');
  return new Map(
    members.map((raw) => {
      const ids = itemsOf(raw.value)?.map(meaningOf);
      if (!ids?.every((id) => typeof id === 'string')) {
        throw new NotASkillbookError(`the section ${raw.name.slice(0, 80)} is no list of ids`);
      }
      return [raw.key, { raw, ids }];
    }),
  );
}

function parseNextId(source: string | undefined): number {
  const { success, data } = z
    .int()
    .min(0)
    .max(2 ** 40)
    .safeParse(source === undefined ? 0 : meaningOf(source));
  if (!success) throw new NotASkillbookError('"next_id" is no count');
  return data;
}
