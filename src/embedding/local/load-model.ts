import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { normalised } from '../embedder.ts';
import model from './model.json' with { type: 'json' };

/** The model was trained on short texts; beyond this many tokens it gets worse, not better. */
const mostTokens = 256;
/** More characters than this many tokens can hold: the tokenizer need not read what is cut off anyway. */
const mostCharacters = 4_000;

type FileName = keyof typeof model.files;

export const modelFileNames: readonly FileName[] = [
  'model_quantized.onnx',
  'tokenizer.json',
  'tokenizer_config.json',
];

/** Checked against the hashes Ralph was tested with: a damaged model would answer, wrongly. */
export async function readModelFile(folder: string, name: FileName): Promise<Buffer> {
  const file = path.join(folder, name);
  const bytes = await readFile(file).catch((thrown: unknown) => {
    throw new Error(`The model file ${file} is missing.`, { cause: thrown });
  });
  if (createHash('sha256').update(bytes).digest('hex') !== model.files[name].sha256)
    throw new Error(`The model file ${file} is damaged.`);
  return bytes;
}

export async function modelRuntime() {
  try {
    return await import('onnxruntime-node');
  } catch (thrown) {
    throw new Error(
      'The optional package onnxruntime-node is not installed, or not for this system.',
      {
        cause: thrown,
      },
    );
  }
}

/** Text to vector, one text at a time: the numbers of a quantised model depend on what shares its batch. */
export async function loadModel(folder: string): Promise<(text: string) => Promise<Float32Array>> {
  const [weights, tokenizerText, configText] = await Promise.all([
    readModelFile(folder, 'model_quantized.onnx'),
    readModelFile(folder, 'tokenizer.json'),
    readModelFile(folder, 'tokenizer_config.json'),
  ]);
  const { InferenceSession, Tensor } = await modelRuntime();
  const tokenizer = new Tokenizer(
    JSON.parse(tokenizerText.toString('utf8')),
    JSON.parse(configText.toString('utf8')),
  );
  const session = await InferenceSession.create(weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });

  return async (text) => {
    const { ids } = tokenizer.encode(text.slice(0, mostCharacters));
    // The end mark stays the end mark.
    const kept = ids.length > mostTokens ? [...ids.slice(0, mostTokens - 1), ids.at(-1) ?? 0] : ids;
    const count = kept.length;
    const row = (value: (place: number) => number) =>
      new Tensor(
        'int64',
        BigInt64Array.from({ length: count }, (_, i) => BigInt(value(i))),
        [1, count],
      );
    const { last_hidden_state: states } = await session.run({
      input_ids: row((i) => kept[i] ?? 0),
      attention_mask: row(() => 1),
      token_type_ids: row(() => 0),
    });
    if (!(states?.data instanceof Float32Array))
      throw new Error('The model answered in no known way.');
    return normalised(meanOfRows(states.data, count, model.dimension));
  };
}

function meanOfRows(rows: Float32Array, count: number, width: number): Float32Array {
  const mean = new Float32Array(width);
  for (let row = 0; row < count; row++) {
    for (let i = 0; i < width; i++) mean[i] = (mean[i] ?? 0) + (rows[row * width + i] ?? 0) / count;
  }
  return mean;
}
