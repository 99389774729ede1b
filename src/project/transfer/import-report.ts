/** What an import did, or with a dry run would do. */
export interface ImportReport {
  readonly created: readonly number[];
  readonly updated: readonly number[];
  /** Tasks the file says nothing new about. */
  readonly unchanged: readonly number[];
  /** Features and disciplines that were created. */
  readonly features: readonly string[];
  readonly disciplines: readonly string[];
  /** What a person should know and nothing had to stop for. */
  readonly notes: readonly string[];
}
