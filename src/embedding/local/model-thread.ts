import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { EmbeddingError } from '../embedder.ts';
import type { EmbedRequest, WorkerMessage, WorkerSettings } from './messages.ts';
import { packageFolder } from './package-folder.ts';

export interface ModelThread {
  /** One at a time: the next only after this one has settled. */
  embed(text: string): Promise<Float32Array>;
  /** Resolves once the thread is gone; what it was doing is refused. */
  stop(): Promise<void>;
}

/** Starts the thread and waits until the model is loaded. The thread alone never keeps the process alive. */
export async function startModelThread(modelFolder: string): Promise<ModelThread> {
  const file = path.join(packageFolder(), 'dist', 'embedding-worker.cjs');
  if (!existsSync(file))
    throw new EmbeddingError('unavailable', `${file} is missing: the build is incomplete.`);
  // The runtime would report to its maker and leave an id in the user's home. It reads this when it is loaded, from the
  // environment of the process, which a thread cannot change.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  const workerData: WorkerSettings = { modelFolder };
  const worker = new Worker(file, { workerData, stdout: true, stderr: true });
  let nextId = 0;
  let waiting: { readonly id: number; settle(message: WorkerMessage | Error): void } | undefined;
  let gone: Error | undefined;

  const end = (error: Error) => {
    gone ??= error;
    waiting?.settle(gone);
  };
  worker.on('message', (message: WorkerMessage) => {
    if ('id' in message && message.id !== waiting?.id) return;
    waiting?.settle(message);
  });
  worker.on('error', (error) => end(new EmbeddingError('unavailable', error.message, error)));
  worker.on('exit', () => end(new EmbeddingError('unavailable', 'The model thread has ended.')));

  function turn(id: number, begin: () => void): Promise<WorkerMessage> {
    return new Promise((resolve, reject) => {
      if (gone) {
        reject(gone);
        return;
      }
      worker.ref();
      waiting = {
        id,
        settle(message) {
          waiting = undefined;
          worker.unref();
          if (message instanceof Error) reject(message);
          else resolve(message);
        },
      };
      begin();
    });
  }

  const stop = async () => {
    end(new EmbeddingError('closed', 'The model thread was stopped.'));
    await worker.terminate();
  };

  const loaded = await turn(-1, () => {});
  if (loaded.kind === 'broken') {
    await stop();
    throw new EmbeddingError('unavailable', loaded.message);
  }
  return {
    async embed(text) {
      const id = nextId++;
      const request: EmbedRequest = { id, text };
      const message = await turn(id, () => worker.postMessage(request));
      if (message.kind === 'vector') return message.vector;
      throw new EmbeddingError(
        'unavailable',
        message.kind === 'refused' ? message.message : 'The model thread lost its place.',
      );
    },
    stop,
  };
}
