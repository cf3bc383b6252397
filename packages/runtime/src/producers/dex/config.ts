/** Numbers of questions about chains, by version. */

/** Numbers. */
export interface DexConfig {
  readonly version: `dex/${string}`;
  /** Age up to which the same question has the same answer, ms of the market's clock. */
  readonly keptMs: number;
  /** Answers kept by a replica. */
  readonly kept: number;
  /** Tokens that one key may ask for a minute, and a UTC day; counted apart from its calls, over all replicas. */
  readonly perMinute: number;
  readonly perDay: number;
  /** Real ms; less than the 7.5 s that an operation has, so that its answer comes within 9 s of the request. */
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
