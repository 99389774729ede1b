import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ToolError } from '../../base/errors.ts';
import type { ClientFeature, ClientPort, JsonSchema } from '../../tool/tool.ts';
import type { McpSurface } from '../surface.ts';
import {
  type CarriedAnswers,
  readCarriedAnswers,
  readElicitAnswer,
  readRootsAnswer,
  readSampleAnswer,
} from './client-answers.ts';

/** Signs what travels through the client, so that it comes back as it went and to whom it belongs. */
export interface RequestStates {
  mint(state: CarriedAnswers, surface: McpSurface, ctx: ServerContext): Promise<string>;
  verify(state: string, surface: McpSurface, ctx: ServerContext): Promise<unknown>;
}

export function createRequestStates(): RequestStates {
  // Made when a tool asks for the first time: few do, and a start would wait for Node to load its cryptography.
  let key: Uint8Array | undefined;
  function codecOf(surface: McpSurface) {
    key ??= crypto.getRandomValues(new Uint8Array(32));
    return createRequestStateCodec({ key, bind: (ctx) => `${surface.key}\0${ctx.mcpReq.method}` });
  }
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
  const questions = collectQuestions({
    offered: clientFeatures(options.server, ctx),
    given: { ...carriedAnswers(ctx, target), ...ctx.mcpReq.inputResponses },
    target,
  });
  return {
    port: { ...questions.port, log: (level, message) => ctx.mcpReq.log(level, message, 'ralph') },
    async openQuestions() {
      if (!questions.hasOpen()) return undefined;
      const requestState = await options.states.mint(
        { target, answers: questions.used },
        options.surface,
        ctx,
      );
      return inputRequired({ inputRequests: questions.open, requestState });
    },
  };
}

/** The questions of one run: those that `given` answers, and those that are open. */
export function collectQuestions(options: {
  readonly offered: ReadonlySet<ClientFeature>;
  readonly given: Readonly<Record<string, unknown>>;
  readonly target: string;
}) {
  const { offered, given, target } = options;
  const used: Record<string, unknown> = {};
  const open: Record<string, InputRequest> = {};

  function ask<T>(
    key: string,
    request: () => InputRequest,
    read: (answer: unknown) => T | undefined,
  ): Promise<T> {
    const answer = Object.hasOwn(given, key) ? read(given[key]) : undefined;
    if (answer !== undefined) {
      used[key] = given[key];
      return Promise.resolve(answer);
    }
    open[key] = request();
    return Promise.reject(
      new ToolError('unavailable', `${target} waits for an answer from the client.`, {
        hint: 'Answer the question, and the call goes on.',
      }),
    );
  }

  const port: ClientPort = {
    ...(offered.has('elicitation') && {
      elicit: ({ key, message, schema }) =>
        ask(key, () => elicitRequest(message, schema), readElicitAnswer),
    }),
    ...(offered.has('sampling') && {
      sample: ({ key, prompt, maxTokens }) =>
        ask(
          key,
          () =>
            inputRequired.createMessage({
              messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
              maxTokens,
            }),
          readSampleAnswer,
        ),
    }),
    ...(offered.has('roots') && {
      roots: ({ key }) => ask(key, () => inputRequired.listRoots(), readRootsAnswer),
    }),
  };
  return { port, used, open, hasOpen: () => Object.keys(open).length > 0 };
}

function carriedAnswers(ctx: ServerContext, target: string): Readonly<Record<string, unknown>> {
  const state = ctx.mcpReq.requestState();
  const carried = state === undefined ? undefined : readCarriedAnswers(state);
  return carried?.target === target ? carried.answers : {};
}

function elicitRequest(message: string, schema: JsonSchema): InputRequest {
  // A tool writes its question as JSON Schema; which subset of it a form can show is the client's to judge.
  const requestedSchema = schema as ElicitRequestFormParams['requestedSchema'];
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

const features = ['elicitation', 'sampling', 'roots'] as const satisfies readonly ClientFeature[];

/** Declared per request in the new era, once per connection in the older one. */
export function clientFeatures(server: Server, ctx: ServerContext): ReadonlySet<ClientFeature> {
  return featuresIn(
    property(ctx.mcpReq.envelope, CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities(),
  );
}

export function featuresIn(capabilities: unknown): ReadonlySet<ClientFeature> {
  return new Set(features.filter((feature) => isObject(property(capabilities, feature))));
}

function property(value: unknown, name: string): unknown {
  return isObject(value) ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
