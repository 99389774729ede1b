import type { Dialect } from './dialect.ts';
import { object, objects, sse, string } from './json.ts';

/** POST /v1beta/models/*:streamGenerateContent, as Gemini uses it. */
export const generateContent: Dialect = {
  read(body) {
    const parts = objects(body.contents).flatMap((content) => objects(content.parts));
    return {
      tools: objects(body.tools)
        .flatMap((tool) => objects(tool.functionDeclarations))
        .map(({ name }) => ({ name: string(name) })),
      answered: parts
        .map((part) => string(object(part.functionResponse).name))
        .filter((name) => name !== ''),
    };
  },
  stream: (step) =>
    sse({
      candidates: [
        {
          index: 0,
          finishReason: 'STOP',
          content: {
            role: 'model',
            parts: [
              'call' in step
                ? { functionCall: { name: step.call.name, args: step.input } }
                : { text: step.say },
            ],
          },
        },
      ],
      usageMetadata: {
        promptTokenCount: 1_000,
        cachedContentTokenCount: 200,
        candidatesTokenCount: 50,
        totalTokenCount: 1_050,
      },
      modelVersion: 'mock',
    }),
  error: (status) => ({
    error: {
      code: status,
      message: `scripted ${status}`,
      status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'UNAUTHENTICATED',
    },
  }),
};
