/** Waits for `done`, but no longer than `ms`; answers whether it came in time. */
export async function settlesWithin(done: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([done.then(() => true), timeout]);
  clearTimeout(timer);
  return inTime;
}
