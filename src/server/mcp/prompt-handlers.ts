import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ToolError, UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/suggest.ts';
import type { Prompt, PromptMessage } from '../prompt.ts';
import type { McpSurface } from '../surface.ts';
import { openDialogue } from './ask-client.ts';
import type { ServerShared } from './create-mcp-server.ts';
import { listPage } from './list-page.ts';
import { safely } from './safely.ts';

const getParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.string()).optional(),
});

export function installPromptHandlers(
  server: Server,
  surface: McpSurface,
  shared: ServerShared,
): void {
  const { prompts, logger } = surface;

  server.setRequestHandler('prompts/list', (request) => {
    const listed = prompts.map(({ name, title, description, arguments: all }) => ({
      name,
      title,
      description,
      arguments: all.map((argument) => ({
        name: argument.name,
        description: argument.description,
        required: argument.required ?? false,
      })),
    }));
    const { items, nextCursor } = listPage('prompts/list', listed, request.params?.cursor);
    return { prompts: [...items], ...(nextCursor && { nextCursor }) };
  });

  server.setRequestHandler('prompts/get', { params: getParams }, (params, ctx) =>
    safely(logger, async () => {
      const prompt = promptNamed(prompts, params.name);
      const values = checkedArguments(prompt, params.arguments ?? {});
      const dialogue = openDialogue({
        server,
        surface,
        states: shared.states,
        ctx,
        target: prompt.name,
      });
      try {
        const messages = await prompt.render(values, {
          caller: surface.caller,
          client: dialogue.port,
          signal: AbortSignal.any([ctx.mcpReq.signal, shared.calls.signal]),
        });
        return { description: prompt.description, messages: messages.map(protocolMessage) };
      } catch (thrown) {
        const questions = await dialogue.openQuestions();
        if (questions) return questions;
        if (thrown instanceof ToolError || thrown instanceof UserError) {
          throw invalid(`${thrown.message} ${thrown.hint}`);
        }
        throw thrown;
      }
    }),
  );

  server.setRequestHandler('completion/complete', ({ params }) =>
    safely(logger, async () => {
      const { ref, argument } = params;
      const found =
        ref.type === 'ref/prompt'
          ? await promptNamed(prompts, ref.name)
              .arguments.find((one) => one.name === argument.name)
              ?.complete?.(argument.value)
          : await surface.resources
              .find((resource) => resource.uriTemplate === ref.uri)
              ?.complete?.(argument.name, argument.value);
      const values = found ?? [];
      return {
        completion: {
          values: values.slice(0, 100),
          total: values.length,
          hasMore: values.length > 100,
        },
      };
    }),
  );
}

function promptNamed(prompts: readonly Prompt[], name: string): Prompt {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt) return prompt;
  const names = prompts.map((one) => one.name);
  throw invalid(
    `No prompt is called ${JSON.stringify(name.slice(0, 100))}.${didYouMean(name, names)} There are: ${names.join(', ')}.`,
  );
}

function checkedArguments(
  prompt: Prompt,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const known = new Set(prompt.arguments.map((argument) => argument.name));
  const missing = prompt.arguments.filter((one) => one.required && !given[one.name]);
  if (missing.length > 0) {
    throw invalid(
      `${prompt.name} needs ${missing.map((one) => `"${one.name}" (${one.description})`).join(' and ')}.`,
    );
  }
  return Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
}

function protocolMessage(message: PromptMessage): GetPromptResult['messages'][number] {
  const content =
    typeof message.content === 'string' ? { type: 'text', text: message.content } : message.content;
  // The registry's blocks are the protocol's; the client's schema is the judge of what else they hold.
  return { role: message.role, content: content as GetPromptResult['messages'][number]['content'] };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
