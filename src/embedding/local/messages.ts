/** What is said between the thread that asks and the thread that holds the model. */
export interface WorkerSettings {
  readonly modelFolder: string;
}

export interface EmbedRequest {
  readonly id: number;
  readonly text: string;
}

export type WorkerMessage =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'vector'; readonly id: number; readonly vector: Float32Array }
  | { readonly kind: 'refused'; readonly id: number; readonly message: string };
