import { readInline } from './inline-text.ts';
import { type FieldName, type FieldValue, markdownFields } from './task-fields.ts';

/** The value of a field written on its own line; undefined when it is not what the field holds. */
export function readFieldValue(name: FieldName, written: string): FieldValue | undefined {
  const { kind } = markdownFields[name];
  switch (kind) {
    case 'words':
      return written
        .split(',')
        .map(readInline)
        .filter((word) => word !== '');
    case 'list':
      return [readInline(written)];
    case 'number': {
      const number = Number(written);
      return written.trim() !== '' && Number.isSafeInteger(number) ? number : undefined;
    }
    case 'json':
      return readJson(written);
    default:
      return readInline(written);
  }
}

function readJson(written: string): object | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
