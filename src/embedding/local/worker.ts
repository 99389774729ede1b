// The entry of the thread that holds the model; a bundle entry of its own, because a thread starts from a file.
import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '../../base/errors.ts';
import { loadModel } from './load-model.ts';
import type { EmbedRequest, WorkerMessage, WorkerSettings } from './messages.ts';

const settings: WorkerSettings = workerData;
const say = (message: WorkerMessage) => parentPort?.postMessage(message);

loadModel(settings.modelFolder).then(
  (embed) => {
    parentPort?.on('message', async ({ id, text }: EmbedRequest) => {
      try {
        say({ kind: 'vector', id, vector: await embed(text) });
      } catch (thrown) {
        say({ kind: 'refused', id, message: errorMessage(thrown) });
      }
    });
    say({ kind: 'loaded' });
  },
  (thrown: unknown) => say({ kind: 'broken', message: errorMessage(thrown) }),
);
