import type { z } from 'zod';
import {
  defaultLimits,
  parseInput,
  type ToolCall,
  type ToolDefinition,
  toJsonSchema,
} from './define-tool.ts';
import { annotationsOf, type Effect } from './effect.ts';
import type { JsonSchema, SizeLimits, ToolSuccess, Toolset } from './tool.ts';

export interface PassThroughSpec<Services, Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly effect: Effect;
  readonly input: Input;
  readonly limits?: Partial<SizeLimits>;
  readonly endsWithAnswer?: boolean;
  handler(
    input: z.output<Input>,
    call: ToolCall<Services>,
    limits: SizeLimits,
  ): Promise<ToolSuccess>;
}

/**
 * A tool whose answers are somebody else's: what they look like is not known beforehand, so it lists no output
 * schema, hands them on as they came, and keeps them within the limits itself.
 */
export function passThroughToolsFor<Services>(toolset: Toolset) {
  return <Input extends z.ZodObject>(
    spec: PassThroughSpec<Services, Input>,
  ): ToolDefinition<Services> => ({
    name: spec.name,
    bind(services) {
      let inputSchema: JsonSchema | undefined;
      return {
        name: spec.name,
        title: spec.title,
        description: spec.description,
        toolset,
        category: spec.category,
        aliases: [],
        annotations: annotationsOf[spec.effect],
        limits: { ...defaultLimits, ...spec.limits },
        ...(spec.endsWithAnswer && { endsWithAnswer: true }),
        get inputSchema() {
          inputSchema ??= toJsonSchema(spec.input, 'input');
          return inputSchema;
        },
        async run(rawInput, context, limits) {
          const input = parseInput(spec.name, spec.input, rawInput);
          return spec.handler(input, { ...context, services: await services() }, limits);
        },
      };
    },
  });
}
