export function removeOldParts(options: {
  readonly folder: string;
  /** Names of the parts of this build, and of the one before it. */
  readonly current: readonly string[];
  readonly previous: readonly string[];
  readonly keepMs: number;
  readonly now?: number;
}): void;
