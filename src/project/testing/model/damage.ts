import type { JsonSchema } from '../../../tool/tool.ts';
import type { Damage } from './random-calls.ts';

type Input = Readonly<Record<string, unknown>>;

const pathFields = ['file_path', 'context_files', 'add_context_files', 'output_artifacts'];
const hugeText = 'x'.repeat(1_000_000);

/** The input with one thing wrong with it, or undefined where this kind of damage cannot be done to it. */
export function spoilt(
  input: Input,
  damage: Damage,
  { properties, required }: JsonSchema,
): Input | undefined {
  const fields = Object.keys(input);
  const known = Object.keys(properties ?? {});
  const texts = fields.filter((field) => typeof input[field] === 'string');
  const ids = fields.filter((field) => typeof input[field] === 'number');
  const set = (field: string | undefined, value: unknown) =>
    field === undefined ? undefined : { ...input, [field]: value };
  switch (damage) {
    case 'wrong type':
      return set(fields[0] ?? known[0], [[]]);
    case 'unknown field':
      return { ...input, no_such_field: 1 };
    case 'missing field': {
      const [needed] = Array.isArray(required) ? required : [];
      if (needed === undefined) return undefined;
      const { [String(needed)]: _, ...rest } = input;
      return rest;
    }
    case 'huge text':
      return set(texts.at(-1), hugeText);
    case 'NUL':
      return set(texts.at(-1), 'a\0b');
    case 'half a character':
      return set(texts.at(-1), 'a\ud800');
    case 'path outside': {
      const field = known.find((name) => pathFields.includes(name));
      return set(field, field === 'file_path' ? '../../etc/passwd' : ['../../etc/passwd']);
    }
    case 'not an id':
      return set(ids[0], ids.length % 2 === 0 ? 1.5 : -1);
  }
}
