/** Settings of chain queries, by version. */

/** Settings. */
export interface DexConfig {
  readonly version: `dex/${string}`;
  /** Age up to which an answer is reused, market ms. */
  readonly keptMs: number;
  /** Number of cached answers per replica. */
  readonly kept: number;
  /** Token lookups per key per minute and per UTC day, counted separately from calls and over all replicas. */
  readonly perMinute: number;
  readonly perDay: number;
  /** Timeout, real ms; below the 7.5 s of an operation, so that its answer comes within 9 s of the request. */
  readonly waitMs: number;
}

/** A changed number is a new constant; the descriptions of the operations name the rates. */
export const DEX_V1: DexConfig = Object.freeze({
  version: 'dex/1',
  keptMs: 60_000,
  kept: 512,
  perMinute: 10,
  perDay: 500,
  waitMs: 6500,
});
