/** Six market regimes and their effect on the market factor. Names are the contract's labels, in its order. */

/** Regime names. Label ids are indexes in this list. */
export const REGIMES = [
  'strong_trend_bull',
  'strong_trend_bear',
  'range_low_vol',
  'choppy_high_vol',
  'vol_spike',
  'squeeze',
] as const;

/** Label of a regime. */
export type Regime = (typeof REGIMES)[number];

/** Parameters of one regime. Rates are per hour, of log price. */
export interface RegimeConfig {
  /** Mean log return. */
  readonly drift: number;
  /** Standard deviation of the log return (the clustering has a long-run mean of one). */
  readonly volatility: number;
  /** Share of the distance to the price at the regime's start that reverts each hour, which holds ranges. */
  readonly reversion: number;
  /** Multiplier of a single coin's noise. */
  readonly idiosyncratic: number;
  /** Mean stay, hours. Stays are geometric: the chain has no memory. */
  readonly meanHours: number;
  /** Relative weights of the next regime, without itself: `meanHours` defines the stay. */
  readonly next: Readonly<Partial<Record<Regime, number>>>;
}

/** Regimes of `simulator/1`. Sized like BTC's hourly bars of 2018–2024: calm 0.2–0.4 %, trend 0.5–0.6 %, spike 2 %. */
export const REGIMES_V1: Readonly<Record<Regime, RegimeConfig>> = Object.freeze({
  strong_trend_bull: {
    drift: 0.0007,
    volatility: 0.0052,
    reversion: 0,
    idiosyncratic: 1,
    meanHours: 168,
    next: { range_low_vol: 0.45, choppy_high_vol: 0.35, vol_spike: 0.2 },
  },
  strong_trend_bear: {
    drift: -0.0008,
    volatility: 0.0062,
    reversion: 0,
    idiosyncratic: 1.1,
    meanHours: 144,
    next: { range_low_vol: 0.4, choppy_high_vol: 0.3, vol_spike: 0.3 },
  },
  range_low_vol: {
    drift: 0,
    volatility: 0.0034,
    reversion: 0.02,
    idiosyncratic: 0.7,
    meanHours: 168,
    next: { squeeze: 0.4, strong_trend_bull: 0.3, strong_trend_bear: 0.2, choppy_high_vol: 0.1 },
  },
  choppy_high_vol: {
    drift: 0,
    volatility: 0.0095,
    reversion: 0.03,
    idiosyncratic: 1.4,
    meanHours: 72,
    next: { strong_trend_bull: 0.3, strong_trend_bear: 0.25, range_low_vol: 0.35, vol_spike: 0.1 },
  },
  vol_spike: {
    drift: -0.0012,
    volatility: 0.02,
    reversion: 0,
    idiosyncratic: 2,
    meanHours: 14,
    next: { choppy_high_vol: 0.5, strong_trend_bear: 0.2, strong_trend_bull: 0.3 },
  },
  squeeze: {
    drift: 0,
    volatility: 0.0017,
    reversion: 0.05,
    idiosyncratic: 0.5,
    meanHours: 48,
    next: { strong_trend_bull: 0.4, strong_trend_bear: 0.3, vol_spike: 0.3 },
  },
});
