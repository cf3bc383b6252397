/** Limits of the DuckDB process. A changed number is a new constant. */

/** Settings of the process. */
export interface DuckConfig {
  readonly version: `archive-duckdb/${string}`;
  readonly threads: number;
  /** Memory limit of DuckDB, MB. */
  readonly memoryMb: number;
  /** Maximum size of bucket files in the temporary folder, bytes. */
  readonly cacheBytes: number;
}

/** Settings of this version. */
export const ARCHIVE_DUCKDB_V1: DuckConfig = Object.freeze({
  version: 'archive-duckdb/1',
  threads: 1,
  memoryMb: 256,
  cacheBytes: 1_000_000_000,
});
