import { ToolError, UserError } from '../../base/errors.ts';

/** What a user reads of a refusal, with the names of temporary folders taken out. */
export async function errorText(
  work: Promise<unknown>,
  names: Readonly<Record<string, string>> = {},
): Promise<string> {
  const thrown: unknown = await work.then(
    () => new Error('nothing was thrown'),
    (error: unknown) => error,
  );
  if (!(thrown instanceof UserError || thrown instanceof ToolError)) throw thrown;
  const text = `${thrown.message}\n→ ${thrown.hint}`;
  return Object.entries(names).reduce(
    (said, [name, folder]) => said.replaceAll(folder, name),
    text,
  );
}
