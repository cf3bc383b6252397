/** The numbers of the fit of the heads, by version. */

export interface HeadsConfig {
  readonly version: `heads/${string}`;
  /** Hours between two origins that are learnt from: neighbours say nearly the same. */
  readonly stride: number;
  readonly nextRegimeC: number;
  readonly directionC: number;
  readonly volatilityC: number;
  /**
   * `expected`: the head of the volatility is fed by HAR+, and by the regimes where a test in training says that they add.
   * Left out: it is fed by averages and regimes.
   */
  readonly volatility?: 'expected';
  /** Shares of the training hours below the cuts of the volatility buckets. */
  readonly volatilityShares: readonly number[];
  /** Share of the origins, the last ones, on which a first fit is calibrated. */
  readonly temperatureShare: number;
  /** Hours between the two parts: the longest feature window and the horizon overlap for as long. */
  readonly purge: number;
  /** Hours of hindsight that a confident label is held against. */
  readonly confidenceLag: number;
}

/** Penalties of the heads, version 2. */
export const HEADS_V2: HeadsConfig = Object.freeze({
  version: 'heads/2',
  stride: 4,
  nextRegimeC: 0.05,
  directionC: 0.002,
  volatilityC: 0.05,
  volatilityShares: Object.freeze([0.25, 0.7, 0.92]),
  temperatureShare: 0.2,
  purge: 96,
  confidenceLag: 24,
});

/** Version 3: as version 2, with the expected volatility. */
export const HEADS_V3: HeadsConfig = Object.freeze({ ...HEADS_V2, version: 'heads/3', volatility: 'expected' });
