import path from 'node:path';
import { onTestFinished } from 'vitest';
import { scratchFolder } from '../../../test/support/scratch-folder.ts';
import { createLogger } from '../../base/logger.ts';
import { type Embedder, EmbeddingError } from '../../embedding/embedder.ts';
import { learningConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { openContext } from '../open-context.ts';

type Learning = Parameters<typeof learningConfig.parse>[0];

/** A logger that remembers its lines instead of printing them. */
export function quietLogger() {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', write: (line) => void lines.push(line) });
  return { logger, lines };
}

/** `learning.mcp_context` with text search only, as most tests want it: the model has tests of its own. */
export function settingsOf(mcp_context: Record<string, unknown> = {}) {
  const learning: Learning = {
    mcp_context: { embeddings: { provider: 'none' }, ...mcp_context },
  };
  return learningConfig.parse(learning).mcp_context;
}

export interface FixtureOptions {
  readonly settings?: Record<string, unknown>;
  readonly root?: string;
  readonly embedder?: Embedder;
  readonly runId?: string;
}

export interface TestContext extends Context {
  readonly lines: readonly string[];
  advance(ms: number): void;
}

/** An open memory in a folder of its own; both are gone when the test is done. */
export async function contextFixture(options: FixtureOptions = {}): Promise<TestContext> {
  const { logger, lines } = quietLogger();
  const root = options.root ?? scratchFolder();
  let time = Date.parse('2026-01-01T00:00:00.000Z');
  const clock = { now: () => new Date(time++) };
  const context = await openContext({
    root,
    settings: settingsOf(options.settings),
    env: { HOME: path.join(root, 'home') },
    logger,
    clock,
    embedder: options.embedder,
    runId: options.runId,
  });
  onTestFinished(() => context.close());
  const advance = (ms: number) => {
    time += ms;
  };
  return { ...context, lines, advance };
}

/**
 * Vectors that can be known in advance: one axis per word, by the word's letters. Stands where a model's API
 * would, and can be told to fail.
 */
export function wordEmbedder(): Embedder & { failing: boolean; embedded: number } {
  const dimension = 64;
  return {
    failing: false,
    embedded: 0,
    model: { id: 'words', dimension, hash: '0123456789abcdef' },
    async embed(text) {
      if (this.failing) throw new EmbeddingError('unavailable', 'the model is gone');
      this.embedded++;
      const vector = new Float32Array(dimension);
      for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? ['']) {
        let axis = 7;
        for (const letter of word) axis = (axis * 31 + (letter.codePointAt(0) ?? 0)) % dimension;
        vector[axis] = (vector[axis] ?? 0) + 1;
      }
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    },
    health: () => ({ state: 'ready', model: 'words' }),
    async close() {},
  };
}
