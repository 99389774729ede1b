import { visibleText } from '../../base/safe-text.ts';
import type { RawTool } from '../connections/list-tools.ts';

/** Text that speaks to the model behind the person's back. */
interface Sign {
  readonly name: string;
  readonly pattern: RegExp;
}

const signs: readonly Sign[] = [
  {
    name: 'hidden characters',
    pattern: /[\u202d\u202e\u{e0001}-\u{e007f}]|[\u200b-\u200d\u2060-\u2064\ufeff]{8}/u,
  },
  {
    name: 'an order to drop other instructions',
    pattern:
      /\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|of|the|your|my|these|those|every)\s+){0,4}(?:previous|prior|above|earlier|preceding|other|system)\s+(?:instructions?|prompts?|rules?|messages?|guidelines?|tools?)/iu,
  },
  {
    name: 'an order to keep something from the user',
    pattern:
      /\b(?:do\s*n[o']t|don't|never|without)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|notify(?:ing)?|alert(?:ing)?|reveal(?:ing)?(?:\s+\w+)?\s+to|show(?:ing)?(?:\s+\w+)?\s+to)\s+(?:\w+\s+){0,3}?(?:the\s+)?(?:user|human|person|developer)\b/iu,
  },
  {
    name: 'text dressed up as a system message',
    pattern: /<\/?(?:system|important|secret|hidden|admin)>|\[\/?INST\]|<\|im_(?:start|end)\|>/iu,
  },
  {
    name: 'an order to read private files',
    pattern:
      /\b(?:read|open|cat|access|send|include|pass|attach|copy|upload)\b[^.\n]{0,80}(?:~\/\.(?:ssh|aws|config|cursor|netrc|npmrc)|id_rsa|id_ed25519|\/etc\/(?:passwd|shadow)|mcp\.json)/iu,
  },
  {
    name: 'an order about other tools',
    pattern:
      /\b(?:before|whenever|every time|when(?:ever)?)\s+(?:you\s+)?(?:use|using|call|calling|invoke|invoking|run|running)\s+(?:any|another|every|all)\s+(?:other\s+)?tools?\b[^.\n]{0,60}\b(?:must|first|always)\b/iu,
  },
];

/** `list_files` with a Cyrillic letter in it is another tool that passes for the one. */
const mixedLetters = /(?=.*[A-Za-z]).*[\p{Script=Cyrillic}\p{Script=Greek}]/su;

/** What speaks against a definition; empty for all but very few. Looks at every text in it, parameters too. */
export function scanDefinition({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: RawTool): string[] {
  const found = new Set<string>();
  if (mixedLetters.test(name)) found.add('letters of two alphabets that look alike in its name');
  // A list of what is left to look at rather than a call per level: an order may be hidden as deep as one likes.
  const left: unknown[] = [name, title, description, inputSchema, outputSchema, annotations];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') {
      const read = asRead(value);
      for (const { name: sign, pattern } of signs)
        if (pattern.test(value) || (read !== value && pattern.test(read))) found.add(sign);
    } else if (value !== null && typeof value === 'object') {
      for (const [key, part] of Object.entries(value)) left.push(key, part);
    }
  }
  return [...found];
}

/** The words that a model makes of it: characters that are not seen do not part them, and wide letters are letters. */
function asRead(text: string): string {
  return visibleText(text)
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFKC');
}
