import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { errorMessage } from '../base/errors.ts';
import { redactText } from '../base/redaction.ts';
import type { EmbedderOptions, EmbeddingSettings } from './create-embedder.ts';
import { type Embedder, type EmbedderHealth, EmbeddingError, normalised } from './embedder.ts';

const openai = 'https://api.openai.com/v1';
const answer = z.object({
  data: z.array(z.object({ embedding: z.array(z.number()).min(1) })).min(1),
});
const pausesMs = [250, 1_000];
const defaultTimeoutMs = 20_000;

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
    const [first] = answer.parse(await response.json()).data;
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
      const timeLimit = AbortSignal.timeout(timeoutMs);
      const signals = [closing.signal, timeLimit, ...(signal ? [signal] : [])];
      try {
        const vector = await askAgain(text, AbortSignal.any(signals));
        health = { state: 'ready', model };
        return vector;
      } catch (thrown) {
        if (closing.signal.aborted) throw new EmbeddingError('closed', 'The embedder is closed.');
        if (signal?.aborted) throw new EmbeddingError('cancelled', 'The embedding was cancelled.');
        const detail = timeLimit.aborted
          ? `no answer within ${timeoutMs} ms`
          : redactText(errorMessage(thrown));
        health = { state: 'failed', model, detail };
        throw new EmbeddingError(
          timeLimit.aborted ? 'timeout' : 'unavailable',
          `The embedding service at ${new URL(baseUrl).host} failed: ${detail}`,
          thrown,
        );
      }
    },
    health: () => health,
    async close() {
      closing.abort();
    },
  };
}

class RefusedError extends Error {
  /** Busy or broken services may recover; a refused request will be refused again. */
  readonly mayPass: boolean;

  constructor(status: number) {
    super(`it answered with status ${status}`);
    this.mayPass = status === 429 || status >= 500;
  }
}
