/** Inputs of the long-horizon classifier. Signals are dimensionless, or percentages where stated. */

/** Signals of one moment; null where unknown. */
export interface CycleSignals {
  /** Price over its 200-day average, minus 1. */
  readonly d200: number | null;
  /** The 200-day average over itself 30 days ago, minus 1. */
  readonly slope200: number | null;
  /** Price over the highest clipped high to date, minus 1. */
  readonly ddAth: number | null;
  /** Days since the highest clipped high. */
  readonly athAgeD: number | null;
  /** Returns over 1, 3, 7, 30 and 90 days. */
  readonly r1: number | null;
  readonly r3: number | null;
  readonly r7: number | null;
  readonly r30: number | null;
  readonly r90: number | null;
  /** Price over the lowest clipped low of 365 days, minus 1. */
  readonly offLow: number | null;
  /** Days since the lowest clipped low. */
  readonly lowAgeD: number | null;
  /** Share of the last 365 days whose 30-day volatility was at most today's, 0…1. */
  readonly rv30Pctile: number | null;
  /** 7-day over 30-day volatility. */
  readonly rvRatio: number | null;
  /** Today's log return in daily standard deviations of the previous 30 days. */
  readonly z1: number | null;
  /** Today's low over yesterday's close, minus 1. */
  readonly intradayLow: number | null;
  /** Today's low as a log return, in daily standard deviations of the previous 30 days. */
  readonly lowZ: number | null;
  /** Percent of the universe above its 200-day and 50-day averages. */
  readonly b200: number | null;
  readonly b50: number | null;
  /** Change of `b200` over 30 days, percentage points. */
  readonly b200Chg30: number | null;
  /** Median 90-day return of the universe without Bitcoin, minus Bitcoin's. */
  readonly altRel90: number | null;
  /** Share of the universe that beat Bitcoin over 90 days, percent. */
  readonly altOut90: number | null;
  /** Change of ETH/BTC over 90 days. */
  readonly ethBtc90: number | null;
  /** Optional: change of BTC dominance over 90 days, percentage points. */
  readonly domChg90: number | null;
  /** Optional: change of the market value of stablecoins over 90 days, percent. */
  readonly stable90: number | null;
  /** Optional: mean funding of the large perps over 7 days, annualised percent. */
  readonly funding7: number | null;
  /** Optional: change of open interest over 7 days, percent. */
  readonly oiChg7: number | null;
  /** Optional: liquidations of 24 hours, robust z-score against 90 days. */
  readonly liqZ: number | null;
  /** Optional: minutes that a top-3 stablecoin has been 3 % or more off its peg. */
  readonly depegMinutes: number | null;
}

/** Name of a signal. */
export type CycleSignal = keyof CycleSignals;

/** Signals without any known value. */
export const NO_SIGNALS: CycleSignals = Object.freeze({
  d200: null,
  slope200: null,
  ddAth: null,
  athAgeD: null,
  r1: null,
  r3: null,
  r7: null,
  r30: null,
  r90: null,
  offLow: null,
  lowAgeD: null,
  rv30Pctile: null,
  rvRatio: null,
  z1: null,
  intradayLow: null,
  lowZ: null,
  b200: null,
  b50: null,
  b200Chg30: null,
  altRel90: null,
  altOut90: null,
  ethBtc90: null,
  domChg90: null,
  stable90: null,
  funding7: null,
  oiChg7: null,
  liqZ: null,
  depegMinutes: null,
});

/** Signals from the other coins. */
export const BREADTH_SIGNALS: readonly CycleSignal[] = Object.freeze([
  'b200',
  'b50',
  'b200Chg30',
  'altRel90',
  'altOut90',
  'ethBtc90',
]);

/** Signals that may be missing permanently: they are evidence, never gates. */
export const OPTIONAL_SIGNALS: ReadonlySet<CycleSignal> = new Set<CycleSignal>([
  'domChg90',
  'stable90',
  'funding7',
  'oiChg7',
  'liqZ',
  'depegMinutes',
]);
