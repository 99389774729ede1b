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
  const look = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      for (const sign of signs) if (sign.pattern.test(value)) found.add(sign.name);
    } else if (value !== null && typeof value === 'object' && depth < 40) {
      for (const [key, part] of Object.entries(value)) {
        look(key, depth + 1);
        look(part, depth + 1);
      }
    }
  };
  look([name, title, description, inputSchema, outputSchema, annotations], 0);
  return [...found];
}
