import { countTokens } from '../../src/base/tokens.ts';
import { childrenOf } from '../../src/catalog/testing/raw-servers.ts';
import { connectClient } from './mcp-connections.ts';
import { builtProgram } from './run-program.ts';

export interface CatalogAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  /** Text and structured content, as a client may hand both to its model. */
  readonly tokens: number;
}

/** A client of `ralph mcp` in a root, as an agent has it. */
export async function openCatalogClient(root: string) {
  const args = ['mcp', '--root', root, '--toolsets', 'catalog'];
  const { client } = await connectClient({ kind: 'stdio', program: builtProgram, args }, 'legacy');
  const { transport } = client;
  const pid = transport && 'pid' in transport ? Number(transport.pid) : Number.NaN;
  return {
    async call(name: string, input: Record<string, unknown> = {}): Promise<CatalogAnswer> {
      const answer = await client.callTool({ name, arguments: input });
      const text = answer.content.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join();
      const structured = Object.fromEntries(Object.entries(answer.structuredContent ?? {}));
      const tokens =
        (await countTokens(text)) +
        (answer.structuredContent ? await countTokens(JSON.stringify(structured)) : 0);
      return { isError: answer.isError === true, text, structured, tokens };
    },
    /** The servers that Ralph runs at this moment. */
    runningServers: () => childrenOf(pid),
    close: () => client.close(),
  };
}

export type CatalogClient = Awaited<ReturnType<typeof openCatalogClient>>;

/** The ids in an answer that lists tools. */
export function idsIn({ structured }: CatalogAnswer): string[] {
  const tools = Array.isArray(structured.tools) ? structured.tools : [];
  return tools.map(({ tool }: { tool: string }) => tool);
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The least that a schema asks for. */
export function leastArguments(schema: Schema): Record<string, unknown> {
  const required = schema.required ?? [];
  return Object.fromEntries(
    required.map((name) => [name, leastValue(schema.properties?.[name] ?? {})]),
  );
}

function leastValue(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  switch ([schema.type].flat()[0]) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return leastArguments(schema);
    default:
      return 'x';
  }
}
