/** A file that is not as it was before the run. */
export interface ChangedFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  /** Its text, or nothing where there was, or is, no such file. */
  readonly before: string | null;
  readonly after: string | null;
}

export type TamperKind =
  | 'gate_script'
  | 'gate_config'
  | 'test_config'
  | 'test_deleted'
  | 'test_skipped'
  | 'test_focused'
  | 'assertions_removed'
  | 'prd_changed';

/** An edit that could make a gate say yes without the work: a person has to look at it. */
export interface TamperFinding {
  readonly kind: TamperKind;
  readonly path: string;
  /** A clause that names the file. */
  readonly message: string;
}
