import { createHash } from 'node:crypto';
import { type Embedder, normalised } from '../../embedding/embedder.ts';
import { breathe } from './breathe.ts';
import { randomFrom, sampleText } from './sample-texts.ts';

/** Texts that are really embedded; the vectors of all others are made of theirs. */
const embeddedTexts = 2_000;
/** How much of a second text is mixed into the first, so that no two items share a vector. */
const share = 0.5;

export interface SampleVectors {
  /** Questions go to the model; texts get a vector made of real ones, in no time. */
  readonly embedder: Embedder;
  vectorOf(text: string): Float32Array;
}

export async function sampleVectors(model: Embedder, signal: AbortSignal): Promise<SampleVectors> {
  const real: Float32Array[] = [];
  for (let place = 0; place < embeddedTexts; place++) {
    await breathe(signal);
    real.push(await model.embed(sampleText(place), { kind: 'document', signal }));
  }

  function vectorOf(text: string): Float32Array {
    const random = randomFrom(createHash('sha1').update(text).digest().readUInt32LE(0));
    const one = real[Math.floor(random() * real.length)] ?? new Float32Array();
    const other = real[Math.floor(random() * real.length)] ?? one;
    return normalised(one.map((value, i) => value + share * (other[i] ?? 0)));
  }
  return {
    vectorOf,
    embedder: {
      model: model.model,
      embed: async (text, options) =>
        options.kind === 'query' ? model.embed(text, options) : vectorOf(text),
      health: () => model.health(),
      close: async () => {},
    },
  };
}
