import { z } from 'zod';
import { ToolError } from '../base/errors.ts';
import { annotationsOf, type Effect } from './effect.ts';
import { type PageRule, trimToLimits } from './page.ts';
import type {
  CallContext,
  ClientFeature,
  ContentBlock,
  JsonSchema,
  SizeLimits,
  Tool,
  ToolData,
  Toolset,
} from './tool.ts';

export const defaultLimits: SizeLimits = { text: 8_192, structured: 65_536 };

/** One call as a handler sees it: the context, plus the services of the tool's own subject. */
export interface ToolCall<Services> extends CallContext {
  readonly services: Services;
}

export interface ToolSpec<Services, Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly effect: Effect;
  readonly input: Input;
  readonly output: Output;
  /** Other names that a call may use; never listed. */
  readonly aliases?: readonly string[];
  readonly limits?: Partial<SizeLimits>;
  /** What a client must offer for this tool to work at all. */
  readonly requires?: readonly ClientFeature[];
  /** For lists: which field holds the rows, and the cursor that continues after a row. */
  readonly page?: PageRule<z.output<Output>>;
  handler(input: z.output<Input>, call: ToolCall<Services>): Promise<z.input<Output>>;
  /** The compact text for a reader; JSON on one line unless given. */
  render?(output: z.output<Output>): string;
  /** Blocks that accompany the text (images, links). */
  content?(output: z.output<Output>): readonly ContentBlock[];
}

/** A tool whose services are not there yet: what a subject exports. */
export interface ToolDefinition<Services> {
  readonly name: string;
  bind(services: () => Services | Promise<Services>): Tool;
}

/** What a tool says of itself. Its JSON schemas are made here, which takes longer than most calls. */
export function toolDataOf<Services>({ name, bind }: ToolDefinition<Services>): ToolData {
  const { run: _, ...data } = bind(() => {
    throw new Error(`${name} was bound to be described, not to be run`);
  });
  return data;
}

/** Each subject calls this once and defines its tools with the result. */
export function toolsFor<Services>(toolset: Toolset) {
  return function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
    spec: ToolSpec<Services, Input, Output>,
  ): ToolDefinition<Services> {
    return { name: spec.name, bind: (services) => bindTool(toolset, spec, services) };
  };
}

function bindTool<Services, Input extends z.ZodObject, Output extends z.ZodObject>(
  toolset: Toolset,
  spec: ToolSpec<Services, Input, Output>,
  services: () => Services | Promise<Services>,
): Tool {
  // Listing is the only use of JSON Schema, so a process that never lists never pays for it.
  let inputSchema: JsonSchema | undefined;
  let outputSchema: JsonSchema | undefined;
  return {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    toolset,
    category: spec.category,
    aliases: spec.aliases ?? [],
    annotations: annotationsOf[spec.effect],
    limits: { ...defaultLimits, ...spec.limits },
    ...(spec.requires && { requires: spec.requires }),
    get inputSchema() {
      inputSchema ??= toJsonSchema(spec.input, 'input');
      return inputSchema;
    },
    get outputSchema() {
      outputSchema ??= toJsonSchema(spec.output, 'output');
      return outputSchema;
    },
    async run(rawInput, context, limits) {
      const input = parseInput(spec.name, spec.input, rawInput);
      const answer = await spec.handler(input, { ...context, services: await services() });
      const render = spec.render ?? ((value: z.output<Output>) => JSON.stringify(value));
      const page = trimToLimits({
        tool: spec.name,
        output: spec.output.parse(answer),
        rule: spec.page,
        render,
        limits,
      });
      const content = spec.content?.(page.output);
      return { structured: page.output, text: page.text, ...(content && { content }) };
    },
  };
}

export function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest;
}

export function parseInput<Input extends z.ZodObject>(
  tool: string,
  schema: Input,
  raw: unknown,
): z.output<Input> {
  const parsed = schema.safeParse(raw ?? {});
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.flatMap(issueDetails);
  throw new ToolError(
    'invalid_argument',
    `${tool}: ${details.map((d) => (d.field ? `${d.field}: ${d.message}` : d.message)).join('; ')}`,
    {
      details,
      hint: `Fields of ${tool}: ${Object.keys(schema.shape).join(', ') || 'none'}. Correct the named ones and call again.`,
    },
  );
}

function issueDetails(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: path ? `${path}.${key}` : key,
      message: 'unknown field',
    }));
  }
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
    return [{ field: path, message: `is missing (${issue.expected})` }];
  }
  return [{ field: path, message: sizeMessage(issue) ?? issue.message }];
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

/** Where a schema only says how much, the parser speaks to programmers. */
function sizeMessage(issue: z.core.$ZodIssue): string | undefined {
  if (!/^Too (?:big|small): /.test(issue.message)) return undefined;
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  const [bound, limit] =
    issue.code === 'too_big' ? ['at most', issue.maximum] : ['at least', issue.minimum];
  const unit = units[issue.origin];
  return unit === undefined ? `must be ${bound} ${limit}` : `must have ${bound} ${limit} ${unit}`;
}
