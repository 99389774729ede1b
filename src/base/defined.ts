type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The same fields without those that are undefined, for targets where absent and undefined differ. */
export function defined<T extends object>(value: T): Defined<T> {
  // Object.fromEntries cannot express that only undefined values are left out.
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined),
  ) as Defined<T>;
}
