/** An entry of the changelog. */

/** One change of the contract. */
export interface ChangelogEntry {
  /** CalVer of the version that brought the change. */
  readonly date: string;
  /** True when a client written against the version before could break. */
  readonly breaking: boolean;
  readonly summary: string;
  readonly changes: readonly string[];
}
