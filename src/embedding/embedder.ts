/** Which vectors may be compared with each other: those of one model, by one set of weights. */
export interface EmbeddingModel {
  readonly id: string;
  /** Unknown until a remote service has answered once. */
  readonly dimension: number | undefined;
  /** Of the weights, or of the address of the service that holds them. */
  readonly hash: string;
}

/** Some models embed questions and texts differently; the local one does not. */
export type TextKind = 'query' | 'document';

export interface EmbedOptions {
  readonly kind: TextKind;
  readonly signal?: AbortSignal;
}

export interface EmbedderHealth {
  /** `idle` has not been needed yet; `failed` will be tried again on the next text. */
  readonly state: 'off' | 'idle' | 'ready' | 'failed';
  readonly model: string;
  readonly detail?: string;
}

/** Text to a vector of length one. Nothing is loaded or contacted before the first text. */
export interface Embedder {
  readonly model: EmbeddingModel;
  embed(text: string, options: EmbedOptions): Promise<Float32Array>;
  health(): EmbedderHealth;
  close(): Promise<void>;
}

/** Vectors by content, kept by whoever has a database. */
export interface EmbeddingCache {
  get(model: string, contentHash: string): Promise<Float32Array | undefined>;
  put(model: string, contentHash: string, vector: Float32Array): Promise<void>;
}

export type EmbeddingFailure = 'unavailable' | 'timeout' | 'closed' | 'cancelled';

/** Never an answer to a user: whoever wanted a vector goes on without one. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly code: EmbeddingFailure;

  constructor(code: EmbeddingFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** What is stored beside vectors, so that the spaces of two models never meet. */
export function modelKey(model: EmbeddingModel): string {
  return `${model.id}@${model.hash.slice(0, 16)}`;
}

/**
 * The same for the vectors of a memory, which lives longer than a service keeps the length of its vectors. Complete
 * once the model has answered.
 */
export function vectorSpace(model: EmbeddingModel): string {
  return `${modelKey(model)}/${model.dimension ?? '?'}`;
}

/** Scaled to length one, so that a dot product is a cosine. */
export function normalised(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!Number.isFinite(sum) || sum === 0)
    throw new EmbeddingError('unavailable', 'The model answered with an empty vector.');
  const length = Math.sqrt(sum);
  return vector.map((value) => value / length);
}
