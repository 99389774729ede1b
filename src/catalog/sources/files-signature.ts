import { stat } from 'node:fs/promises';

/** Another text whenever one of the files has been written, replaced, made or removed. */
export async function filesSignature(files: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    files.map((file) =>
      stat(file, { bigint: true }).then(
        ({ mtimeNs, size, ino }) => `${mtimeNs}:${size}:${ino}`,
        () => 'none',
      ),
    ),
  );
  return parts.join(' ');
}

/** What is read from files, read again only when they have changed: with a hundred servers in it, that takes time. */
export function readOnChange<Value>(
  files: readonly string[],
  read: () => Promise<Value>,
): () => Promise<Value> {
  let known: { readonly signature: string; readonly value: Promise<Value> } | undefined;
  return async () => {
    // Before reading, so that a change in between is seen next time.
    const signature = await filesSignature(files);
    if (known?.signature !== signature) {
      const value = read();
      known = { signature, value };
      value.catch(() => {
        known = undefined;
      });
    }
    return known.value;
  };
}
