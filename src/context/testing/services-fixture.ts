import path from 'node:path';
import { onTestFinished } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import type { ErrorPayload } from '../../tool/invoke-tool.ts';
import { createRegistry } from '../../tool/registry.ts';
import { callFreely } from '../../tool/testing/call-freely.ts';
import type { SessionIdentity } from '../../tool/tool.ts';
import { learningConfig } from '../config.ts';
import { type ContextServices, createContextServices } from '../services.ts';
import type { SkillSource } from '../skill-source.ts';
import { contextTools } from '../tools.ts';
import { quietLogger } from './context-fixture.ts';

type Answer = { readonly [key: string]: unknown };

export interface ServicesFixture {
  readonly services: ContextServices;
  readonly root: string;
  readonly lines: readonly string[];
  /** The folder of the memory. */
  readonly folder: string;
  /** The structured answer of a call that must succeed; as an agent's unless a person's is wanted. */
  answer(tool: string, input?: object, session?: SessionIdentity | null): Promise<Answer>;
  text(tool: string, input?: object): Promise<string>;
  refusal(tool: string, input?: object): Promise<ErrorPayload>;
}

/** The context tools on a memory in a folder of its own, called through the one door. */
export function servicesFixture(
  options: {
    readonly root?: string;
    readonly mcp_context?: object;
    readonly enabled?: boolean;
    readonly env?: Record<string, string>;
    readonly skills?: SkillSource;
  } = {},
): ServicesFixture {
  const root = options.root ?? scratchFolder();
  const { logger, lines } = quietLogger();
  const learning = learningConfig.parse({
    enabled: options.enabled ?? true,
    mcp_context: { embeddings: { provider: 'none' }, ...options.mcp_context },
  });
  const services = createContextServices({
    root,
    env: { HOME: path.join(root, 'home'), ...options.env },
    logger,
    learning: async () => learning,
    ...(options.skills && { skills: options.skills }),
  });
  onTestFinished(() => services.close());
  const registry = createRegistry(contextTools.map((tool) => tool.bind(() => services)));

  const call = (name: string, input: object, session: SessionIdentity | null) =>
    callFreely(registry, { name, input }, { author: 'agent', via: 'mcp', session });

  async function success(name: string, input: object, session: SessionIdentity | null) {
    const outcome = await call(name, input, session);
    if (!outcome.ok) throw new Error(`${name} was refused: ${JSON.stringify(outcome.error)}`);
    return outcome;
  }

  return {
    services,
    root,
    lines,
    folder: path.join(root, '.agent', 'context'),
    async answer(name, input = {}, session = null) {
      return (await success(name, input, session)).structured ?? {};
    },
    async text(name, input = {}) {
      return (await success(name, input, null)).text;
    },
    async refusal(name, input = {}) {
      const outcome = await call(name, input, null);
      if (outcome.ok) throw new Error(`${name} was not refused: ${outcome.text}`);
      return outcome.error;
    },
  };
}
