import { randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  type RequestStateCodec,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ToolError } from '../../base/errors.ts';
import type { ClientFeature, ClientPort, JsonSchema } from '../../tool/tool.ts';
import type { McpSurface } from '../surface.ts';

/** The answers collected so far, which travel through the client between two rounds. */
const askState = z.object({ target: z.string(), answers: z.record(z.string(), z.unknown()) });

/** Signs what travels through the client, so that it comes back as it went and to whom it belongs. */
export interface RequestStates {
  mint(state: z.infer<typeof askState>, surface: McpSurface, ctx: ServerContext): Promise<string>;
  verify(state: string, surface: McpSurface, ctx: ServerContext): Promise<unknown>;
}

export function createRequestStates(): RequestStates {
  const key = randomBytes(32);
  const codecs = new Map<string, RequestStateCodec>();
  const codecOf = (surface: McpSurface) => {
    let codec = codecs.get(surface.key);
    if (!codec) {
      codec = createRequestStateCodec({
        key,
        bind: (ctx) => `${surface.key}\0${ctx.mcpReq.method}`,
      });
      codecs.set(surface.key, codec);
    }
    return codec;
  };
  return {
    mint: (state, surface, ctx) => codecOf(surface).mint(state, ctx),
    verify: (state, surface, ctx) => codecOf(surface).verify(state, ctx),
  };
}

/** What one request may ask its client, and the result that carries the questions if any are open. */
export interface ClientDialogue {
  readonly port: ClientPort;
  /** Undefined when nothing was left unanswered. */
  openQuestions(): Promise<InputRequiredResult | undefined>;
}

const elicitAnswer = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), content: z.record(z.string(), z.unknown()) }),
  z.object({ action: z.enum(['decline', 'cancel']) }),
]);
const sampleAnswer = z
  .object({ content: z.union([textBlock(), z.array(textBlock()).min(1)]) })
  .transform(({ content }) =>
    [content]
      .flat()
      .map((block) => block.text)
      .join('\n'),
  );
const rootsAnswer = z
  .object({ roots: z.array(z.object({ uri: z.string() })) })
  .transform(({ roots }) => roots.map((root) => root.uri));

function textBlock() {
  return z.object({ type: z.literal('text'), text: z.string() });
}

/**
 * Questions work alike in both eras: an unanswered one ends the run with an `input_required` result, and the
 * request is run again with the answer. In the older era the SDK fulfils that result on this side.
 */
export function openDialogue(options: {
  readonly server: Server;
  readonly surface: McpSurface;
  readonly states: RequestStates;
  readonly ctx: ServerContext;
  /** The tool or prompt that asks: answers given to one are not given to another. */
  readonly target: string;
}): ClientDialogue {
  const { ctx, target } = options;
  const carried = askState.safeParse(ctx.mcpReq.requestState());
  const given: Record<string, unknown> = {
    ...(carried.success && carried.data.target === target && carried.data.answers),
    ...ctx.mcpReq.inputResponses,
  };
  const used: Record<string, unknown> = {};
  const open: Record<string, InputRequest> = {};

  function ask<T>(key: string, request: () => InputRequest, schema: z.ZodType<T>): Promise<T> {
    const answer = Object.hasOwn(given, key) ? schema.safeParse(given[key]) : undefined;
    if (answer?.success) {
      used[key] = given[key];
      return Promise.resolve(answer.data);
    }
    open[key] = request();
    return Promise.reject(
      new ToolError('unavailable', `${target} waits for an answer from the client.`, {
        hint: 'Answer the question, and the call goes on.',
      }),
    );
  }

  const features = clientFeatures(options.server, ctx);
  const port: ClientPort = {
    ...(features.has('elicitation') && {
      elicit: ({ key, message, schema }) =>
        ask(key, () => elicitRequest(message, schema), elicitAnswer),
    }),
    ...(features.has('sampling') && {
      sample: ({ key, prompt, maxTokens }) =>
        ask(
          key,
          () =>
            inputRequired.createMessage({
              messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
              maxTokens,
            }),
          sampleAnswer,
        ),
    }),
    ...(features.has('roots') && {
      roots: ({ key }) => ask(key, () => inputRequired.listRoots(), rootsAnswer),
    }),
    log: (level, message) => ctx.mcpReq.log(level, message, 'ralph'),
  };
  return {
    port,
    async openQuestions() {
      if (Object.keys(open).length === 0) return undefined;
      const requestState = await options.states.mint(
        { target, answers: used },
        options.surface,
        ctx,
      );
      return inputRequired({ inputRequests: open, requestState });
    },
  };
}

function elicitRequest(message: string, schema: JsonSchema): InputRequest {
  // A tool writes its question as JSON Schema; which subset of it a form can show is the client's to judge.
  const requestedSchema = schema as ElicitRequestFormParams['requestedSchema'];
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

const declaredFeatures = z
  .looseObject({ elicitation: z.object(), sampling: z.object(), roots: z.object() })
  .partial();
const requestEnvelope = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: declaredFeatures.optional(),
});

/** Declared per request in the new era, once per connection in the older one. */
export function clientFeatures(server: Server, ctx: ServerContext): ReadonlySet<ClientFeature> {
  const envelope = requestEnvelope.safeParse(ctx.mcpReq.envelope);
  const declared =
    envelope.data?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {};
  const features: ClientFeature[] = ['elicitation', 'sampling', 'roots'];
  return new Set(features.filter((feature) => declared[feature] !== undefined));
}
