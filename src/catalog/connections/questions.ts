import { isInputRequiredResult } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ElicitAnswer, JsonSchema } from '../../tool/tool.ts';
import type { Question } from './call-options.ts';

/** A call that is under way and whom its questions reach. */
export interface Asker {
  readonly caller: string;
  readonly ask?: (question: Question) => Promise<ElicitAnswer>;
}

const nobody: ElicitAnswer = { action: 'cancel' };

/**
 * Whom a question of an older server goes to: it does not say which call it belongs to. One person's question must
 * not reach another, so among calls of several callers nobody is asked.
 */
export function answerFor(calls: Iterable<Asker>, question: Question): Promise<ElicitAnswer> {
  const able = [...calls].filter((call) => call.ask !== undefined);
  const asker = able.at(-1);
  const unclear = able.some((call) => call.caller !== asker?.caller);
  return !asker?.ask || unclear ? Promise.resolve(nobody) : asker.ask(question);
}

const askingParams = z.looseObject({
  mode: z.literal('form').optional(),
  message: z.string(),
  requestedSchema: z.record(z.string(), z.unknown()),
});

/** The question in an `elicitation/create`; nothing when it is not a form. */
export function readQuestion(params: unknown): Question | undefined {
  const { data } = askingParams.safeParse(params);
  if (!data) return undefined;
  const schema: JsonSchema = data.requestedSchema;
  return { message: data.message, schema };
}

/**
 * Sends a request again until the answer is complete. Servers of the newer era answer with questions instead of
 * asking, and want the request again with the answers.
 */
export async function untilComplete(
  first: unknown,
  send: (extra: Record<string, unknown>) => Promise<unknown>,
  asker: Asker,
): Promise<unknown> {
  let result = first;
  for (let round = 0; isInputRequiredResult(result) && round < mostRounds; round++) {
    const answers: Record<string, ElicitAnswer> = {};
    for (const [key, request] of Object.entries(result.inputRequests ?? {})) {
      const question =
        request.method === 'elicitation/create' ? readQuestion(request.params) : undefined;
      answers[key] = question && asker.ask ? await asker.ask(question) : nobody;
    }
    result = await send({
      inputResponses: answers,
      ...(result.requestState !== undefined && { requestState: result.requestState }),
    });
  }
  return result;
}

const mostRounds = 10;
