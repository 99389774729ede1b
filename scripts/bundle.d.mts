export function bundle(options: {
  readonly input: Readonly<Record<string, string>>;
  readonly outDir: string;
  readonly define?: Readonly<Record<string, string>>;
  readonly banner?: Readonly<Record<string, string>>;
  readonly replace?: Readonly<Record<string, string>>;
}): Promise<void>;
