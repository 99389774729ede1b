import path from 'node:path';
import { errorMessage } from '../../base/errors.ts';
import type { EmbedderOptions } from '../create-embedder.ts';
import {
  type Embedder,
  type EmbedderHealth,
  EmbeddingError,
  type EmbedOptions,
} from '../embedder.ts';
import model from './model.json' with { type: 'json' };
import { type ModelThread, startModelThread } from './model-thread.ts';
import { packageFolder } from './package-folder.ts';

const defaultTimeoutMs = 10_000;
const loadTimeoutMs = 30_000;
/** A model that cannot be loaded is not tried again at every text. */
const retryAfterMs = 60_000;

interface Job {
  readonly text: string;
  readonly options: EmbedOptions;
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

/** The model that comes with Ralph, in a thread of its own, one text at a time, questions before texts. */
export function localEmbedder(options: EmbedderOptions): Embedder {
  const {
    modelFolder = path.join(packageFolder(), 'models', model.name),
    timeoutMs = defaultTimeoutMs,
  } = options;
  const jobs: Job[] = [];
  let thread: Promise<ModelThread> | undefined;
  let health: EmbedderHealth = { state: 'idle', model: model.name };
  let failedAt = Number.NEGATIVE_INFINITY;
  let busy = false;
  let closed = false;

  function fail(thrown: unknown): EmbeddingError {
    const detail = errorMessage(thrown);
    health = { state: 'failed', model: model.name, detail };
    return thrown instanceof EmbeddingError
      ? thrown
      : new EmbeddingError('unavailable', detail, thrown);
  }

  async function ready(): Promise<ModelThread> {
    if (!thread) {
      if (performance.now() - failedAt < retryAfterMs)
        throw new EmbeddingError('unavailable', health.detail ?? 'The model cannot be loaded.');
      thread = startModelThread(modelFolder);
    }
    const starting = thread;
    try {
      return await within(starting, loadTimeoutMs, 'loading the model');
    } catch (thrown) {
      thread = undefined;
      failedAt = performance.now();
      void starting.then((late) => late.stop()).catch(() => {});
      throw thrown;
    }
  }

  async function run(job: Job): Promise<void> {
    if (closed || job.options.signal?.aborted) return;
    try {
      const model = await ready();
      try {
        job.resolve(await within(model.embed(job.text), timeoutMs, 'embedding a text'));
      } catch (thrown) {
        // A thread that hangs or has died is of no more use; the next text gets a new one.
        thread = undefined;
        void model.stop();
        throw thrown;
      }
      health = { state: 'ready', model: health.model };
    } catch (thrown) {
      job.reject(fail(thrown));
    }
  }

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let job = takeNext(jobs); job; job = takeNext(jobs)) await run(job);
    busy = false;
  }

  return {
    model: {
      id: model.name,
      dimension: model.dimension,
      hash: model.files['model_quantized.onnx'].sha256,
    },
    embed(text, options) {
      return new Promise((resolve, reject) => {
        if (closed) {
          reject(new EmbeddingError('closed', 'The embedder is closed.'));
          return;
        }
        const cancelled = () =>
          reject(new EmbeddingError('cancelled', 'The embedding was cancelled.'));
        if (options.signal?.aborted) {
          cancelled();
          return;
        }
        options.signal?.addEventListener('abort', cancelled, { once: true });
        const settled = () => options.signal?.removeEventListener('abort', cancelled);
        jobs.push({
          text,
          options,
          resolve(vector) {
            settled();
            resolve(vector);
          },
          reject(error) {
            settled();
            reject(error);
          },
        });
        void work();
      });
    },
    health: () => health,
    async close() {
      if (closed) return;
      closed = true;
      for (const job of jobs.splice(0))
        job.reject(new EmbeddingError('closed', 'The embedder is closed.'));
      const running = await thread?.catch(() => undefined);
      await running?.stop();
    },
  };
}

function takeNext(jobs: Job[]): Job | undefined {
  const question = jobs.findIndex((job) => job.options.kind === 'query');
  return jobs.splice(Math.max(question, 0), 1)[0];
}

async function within<T>(work: Promise<T>, limitMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new EmbeddingError('timeout', `Gave up ${what} after ${limitMs} ms.`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
