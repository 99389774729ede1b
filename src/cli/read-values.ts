import type { Invocation } from './command.ts';

/** A required argument that is not variadic: the parser has made sure that it is there. */
export function textArgument({ args }: Pick<Invocation, 'args'>, name: string): string {
  const value = args[name];
  if (typeof value !== 'string') throw new Error(`argument "${name}" is not one required word`);
  return value;
}

export function textOption(
  { options }: Pick<Invocation, 'options'>,
  name: string,
): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
