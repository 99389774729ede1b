import type { RawTool } from '../connections/list-tools.ts';

const verbs = ['list', 'get', 'create', 'update', 'delete', 'search', 'export', 'archive'];
const nouns = [
  'issue',
  'branch',
  'invoice',
  'message',
  'calendar event',
  'container',
  'database table',
  'image',
  'test run',
  'alert',
  'document',
  'customer',
  'route',
  'secret',
  'prompt',
  'web page',
];

/** Servers with tools that differ in words and in size; every seventh schema is far beyond any budget. */
export function generatedCatalog(servers: number, toolsEach: number): Map<string, RawTool[]> {
  const catalog = new Map<string, RawTool[]>();
  for (let s = 0; s < servers; s++) {
    catalog.set(
      `server-${s}`,
      Array.from({ length: toolsEach }, (_, t) => generatedTool(s, t)),
    );
  }
  return catalog;
}

function generatedTool(s: number, t: number): RawTool {
  const verb = verbs[t % verbs.length] ?? '';
  const noun = nouns[(s + t) % nouns.length] ?? '';
  const width = (s * 31 + t) % 7 === 0 ? 150 : 2 + (t % 9);
  return {
    name: `${verb}_${noun.replaceAll(' ', '_')}_${s}_${t}`,
    description: `${verb} ${noun} records of workspace ${s}. ${'It checks what it is given, and answers with the records it touched. '.repeat(1 + (t % 5))}`,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: width }, (_, p) => [
          `field_${p}`,
          {
            type: p % 3 === 0 ? 'object' : 'string',
            description: `The ${noun} setting number ${p}, which ${verb} reads before anything else.`,
            ...(p % 3 === 0 && {
              properties: {
                id: { type: 'string' },
                note: { type: 'string', enum: ['a', 'b', 'c'] },
              },
            }),
          },
        ]),
      ),
      required: ['field_0'],
    },
  };
}
