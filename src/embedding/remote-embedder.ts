import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { errorMessage } from '../base/errors.ts';
import { redactText } from '../base/redaction.ts';
import { timeLimit } from '../base/time-limit.ts';
import type { EmbedderOptions, EmbeddingSettings } from './create-embedder.ts';
import { type Embedder, type EmbedderHealth, EmbeddingError, normalised } from './embedder.ts';

const openai = 'https://api.openai.com/v1';
const answer = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()).min(1) })).min(1),
});
const pausesMs = [250, 1_000];
const defaultTimeoutMs = 20_000;
/** A vector of four thousand numbers takes a hundred thousand; the rest is generosity. */
const longestAnswer = 4_000_000;

/** Any service that speaks OpenAI's `/embeddings`. */
export function remoteEmbedder(
  settings: EmbeddingSettings,
  { env, timeoutMs = defaultTimeoutMs }: EmbedderOptions,
): Embedder {
  const { model, base_url: baseUrl = openai } = settings;
  const variable = /^\$\{env:(\w+)\}$/.exec(settings.api_key ?? '')?.[1];
  const key = variable === undefined ? undefined : env[variable];
  const hash = createHash('sha256').update(`${baseUrl}\0${model}`).digest('hex');
  let dimension: number | undefined;
  let health: EmbedderHealth = { state: 'idle', model };
  const closing = new AbortController();

  async function ask(text: string, signal: AbortSignal): Promise<Float32Array> {
    if (baseUrl === openai && !key)
      throw new EmbeddingError('unavailable', `No key: ${variable ?? 'api_key'} is not set.`);
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, input: text, encoding_format: 'float' }),
      signal,
      redirect: 'error',
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new RefusedError(response.status);
    }
    const { success, data } = answer.safeParse(JSON.parse(await textOf(response, signal)));
    if (!success) throw new Error('its answer holds no vector');
    const [first] = data.data;
    const vector = Float32Array.from(first?.embedding ?? []);
    if (dimension !== undefined && vector.length !== dimension)
      throw new EmbeddingError('unavailable', 'The service changed the length of its vectors.');
    dimension = vector.length;
    return normalised(vector);
  }

  async function askAgain(text: string, signal: AbortSignal): Promise<Float32Array> {
    for (const wait of pausesMs) {
      try {
        return await ask(text, signal);
      } catch (thrown) {
        if (!(thrown instanceof RefusedError && thrown.mayPass)) throw thrown;
      }
      await pause(wait, undefined, { signal });
    }
    return ask(text, signal);
  }

  return {
    get model() {
      return { id: model, dimension, hash };
    },
    async embed(text, { signal }) {
      const limit = timeLimit(timeoutMs, [closing.signal, signal]);
      try {
        const vector = await askAgain(text, limit.signal);
        health = { state: 'ready', model };
        return vector;
      } catch (thrown) {
        if (closing.signal.aborted) throw new EmbeddingError('closed', 'The embedder is closed.');
        if (signal?.aborted) throw new EmbeddingError('cancelled', 'The embedding was cancelled.');
        const detail = limit.isOver()
          ? `no answer within ${timeoutMs} ms`
          : redactText(errorMessage(thrown));
        health = { state: 'failed', model, detail };
        throw new EmbeddingError(
          limit.isOver() ? 'timeout' : 'unavailable',
          `The embedding service at ${new URL(baseUrl).host} failed: ${detail}`,
          thrown,
        );
      } finally {
        limit.end();
      }
    },
    health: () => health,
    async close() {
      closing.abort();
    },
  };
}

/** The body of an answer, as far as one can be meant: a service that never ends must not fill the memory. */
async function textOf(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return Buffer.concat(parts).toString('utf8');
      size += value.length;
      if (size > longestAnswer) throw new Error('its answer is too long');
      parts.push(value);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

class RefusedError extends Error {
  /** Busy or broken services may recover; a refused request will be refused again. */
  readonly mayPass: boolean;

  constructor(status: number) {
    super(`it answered with status ${status}`);
    this.mayPass = status === 429 || status >= 500;
  }
}
