import type { CallContext, ContentBlock } from '../tool/tool.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  /** Suggestions while a person types the value. */
  complete?(value: string): Promise<readonly string[]>;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  /** Text, or one block of another kind (an image, an embedded resource). */
  readonly content: string | ContentBlock;
}

/** A prompt as data: what `prompts/list` shows, and one way to fill it in. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Tools that its text tells the model to call: without them the prompt is not offered. */
  readonly tools?: readonly string[];
  render(
    values: Readonly<Record<string, string>>,
    context: PromptContext,
  ): Promise<readonly PromptMessage[]>;
}

export type PromptContext = Pick<CallContext, 'caller' | 'client' | 'signal'>;

export interface PromptSpec<Services> extends Omit<Prompt, 'render' | 'arguments'> {
  readonly arguments?: readonly PromptArgument[];
  render(
    values: Readonly<Record<string, string>>,
    context: PromptContext & { readonly services: Services },
  ): Promise<readonly PromptMessage[]>;
}

export interface PromptDefinition<Services> {
  bind(services: Services): Prompt;
}

export function definePrompt<Services>(spec: PromptSpec<Services>): PromptDefinition<Services> {
  return {
    bind: (services) => ({
      name: spec.name,
      title: spec.title,
      description: spec.description,
      arguments: spec.arguments ?? [],
      ...(spec.tools && { tools: spec.tools }),
      render: (values, context) => spec.render(values, { ...context, services }),
    }),
  };
}
