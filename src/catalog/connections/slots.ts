/** Something that holds a slot and may be asked to give it up. */
export interface SlotHolder {
  /** When it was last used, or undefined while it must not be stopped. */
  idleSince(): number | undefined;
  stop(): Promise<void>;
}

export interface Slots {
  /** Resolves with what gives the slot back. Waits until one is free; the longest idle holder makes room. */
  take(holder: SlotHolder, signal: AbortSignal): Promise<() => void>;
  /** To be told when a holder has nothing left to do: somebody may be waiting for its place. */
  idle(holder: SlotHolder): void;
  /** To be told when there may be more of them, or fewer. */
  changed(): void;
}

/** At most so many servers run at a time. */
export function createSlots(most: () => number): Slots {
  /** One for each server that runs: the next of a holder may start while its last is still ending. */
  const taken = new Set<{ readonly holder: SlotHolder }>();
  const waiting: (() => void)[] = [];

  function makeRoom(): void {
    const idle = [...taken]
      .map(({ holder }) => ({ holder, since: holder.idleSince() }))
      .filter((one): one is { holder: SlotHolder; since: number } => one.since !== undefined)
      .sort((a, b) => a.since - b.since)[0];
    void idle?.holder.stop();
  }

  return {
    async take(holder, signal) {
      while (taken.size >= most()) {
        makeRoom();
        await new Promise<void>((resolve, reject) => {
          const giveUp = () => {
            const at = waiting.indexOf(proceed);
            if (at !== -1) waiting.splice(at, 1);
            reject(new Error('given up while waiting for a free place'));
          };
          const proceed = () => {
            signal.removeEventListener('abort', giveUp);
            resolve();
          };
          if (signal.aborted) return giveUp();
          signal.addEventListener('abort', giveUp, { once: true });
          waiting.push(proceed);
        });
      }
      const slot = { holder };
      taken.add(slot);
      return () => {
        if (taken.delete(slot)) waiting.shift()?.();
      };
    },
    idle(holder) {
      if (waiting.length > 0 || taken.size > most()) void holder.stop();
    },
    changed() {
      // Each asks again whether there is room; those that cannot be stopped now are when they are done.
      for (const proceed of waiting.splice(0)) proceed();
      for (let over = taken.size - most(); over > 0; over--) makeRoom();
    },
  };
}
