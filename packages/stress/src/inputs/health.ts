/** Builds the inputs of market health from feeds and bars, for the service and the command line. */

import { DAY_MS, deepFreeze, HOUR_MS, type Candles } from '@barograph/core';
import { unknownHealth, type HealthInputs } from '../health/score.ts';
import { bitcoinAt, type BitcoinConfig, type BitcoinReading } from './bitcoin.ts';
import { changeAt, cleanSeries, type Change, type DatedSeries } from './dated.ts';
import { averageFundingPct8h, spotAt, type FundedPerp, type PairHours, type SpotReading } from './flow.ts';
import {
  dollarOf,
  fearGreedAt,
  PHYSICAL_RANGES,
  stablecoinSupplyAt,
  type DollarReading,
  type FearGreedReading,
  type PublishedIndex,
  type StablecoinReading,
} from './mood.ts';

/** Windows of the inputs, and the age limit of each kind of series. */
export interface HealthInputsConfig {
  readonly version: `health-inputs/${string}`;
  readonly bitcoin: BitcoinConfig;
  /** Days of the mean volume. */
  readonly volumeDays: number;
  /** Number of perps in the mean funding. */
  readonly fundingPerps: number;
  /** Span of the change of dollar and yield, days. */
  readonly macroDays: number;
  /** Span of the change of open interest, days. */
  readonly openInterestDays: number;
  /** Age up to which the newest value of a series counts, ms. */
  readonly staleMs: {
    readonly fearGreed: number;
    readonly macro: number;
    readonly stablecoins: number;
    readonly openInterest: number;
  };
}

/**
 * Version 1. 36 hours of fear and greed come from the contract; other ages are the longest ordinary silence of
 * publishers.
 */
export const HEALTH_INPUTS_V1: HealthInputsConfig = deepFreeze<HealthInputsConfig>({
  version: 'health-inputs/1',
  bitcoin: {
    trendDays: 230,
    volatility: { window: 7, maxSpan: 8 },
    rank: { days: 365, minDays: 90 },
    rsiDays: 14,
  },
  volumeDays: 30,
  fundingPerps: 25,
  macroDays: 90,
  openInterestDays: 7,
  staleMs: { fearGreed: 36 * HOUR_MS, macro: 5 * DAY_MS, stablecoins: 3 * DAY_MS, openInterest: 26 * HOUR_MS },
});

/** Version 2: Bitcoin is read from traded days and hours since the last one-month gap or change of scale. */
export const HEALTH_INPUTS_V2: HealthInputsConfig = deepFreeze<HealthInputsConfig>({
  ...HEALTH_INPUTS_V1,
  version: 'health-inputs/2',
  bitcoin: {
    ...HEALTH_INPUTS_V1.bitcoin,
    breaks: { quietBars: 3, maxGap: 30, maxJump: 5 },
    hourBreaks: { quietBars: 3, maxGap: null, maxJump: 5 },
  },
});

/** Market data known at a moment; null for a feed that did not answer. Future values are ignored. */
export interface HealthReadings {
  /** Closed days and hours of Bitcoin. */
  readonly bitcoin: { readonly daily: Candles; readonly hourly: Candles } | null;
  /** Share of the largest coins above their mean of 200 and of 20 days, percent. */
  readonly breadth200Pct: number | null;
  readonly breadth20Pct: number | null;
  readonly fearGreed: readonly PublishedIndex[] | null;
  /** Series by name; the dollar and `us_10y` are used. */
  readonly macro: readonly (DatedSeries & { readonly name: string })[] | null;
  /** Circulating value of all stablecoins, USD. */
  readonly stablecoins: DatedSeries | null;
  /** Hours of the largest spot pairs. */
  readonly pairs: readonly PairHours[] | null;
  /** Perps of the large exchange. */
  readonly perps: readonly FundedPerp[] | null;
  /** Open interest of bitcoin, units of the coin. */
  readonly openInterest: DatedSeries | null;
  /** Share of accounts that are long bitcoin, 0…1. */
  readonly longShare: number | null;
}

/** Readings that are all unknown, to be filled in. */
export const NO_HEALTH_READINGS: HealthReadings = Object.freeze({
  bitcoin: null,
  breadth200Pct: null,
  breadth20Pct: null,
  fearGreed: null,
  macro: null,
  stablecoins: null,
  pairs: null,
  perps: null,
  openInterest: null,
  longShare: null,
});

/** Inputs, and the readings behind them. */
export interface HealthAssembly {
  readonly configVersion: string;
  readonly inputs: HealthInputs;
  readonly bitcoin: BitcoinReading | null;
  readonly fearGreed: FearGreedReading | null;
  readonly dollar: { readonly name: DollarReading['name']; readonly change: Change | null } | null;
  readonly yield10y: Change | null;
  readonly stablecoins: StablecoinReading | null;
  readonly spot: SpotReading | null;
}

/**
 * Builds the inputs of `marketHealth` at a moment.
 *
 * @param at the moment, epoch ms.
 * @param config parameters. @default HEALTH_INPUTS_V2
 * @example
 * marketHealth(healthInputs({ ...NO_HEALTH_READINGS, breadth200Pct: 62 }, at).inputs);
 */
export function healthInputs(
  readings: HealthReadings,
  at: number,
  config: HealthInputsConfig = HEALTH_INPUTS_V2,
): HealthAssembly {
  const { staleMs } = config;
  const {
    bitcoin: bars,
    fearGreed: indices,
    macro,
    stablecoins: supply,
    pairs,
    perps,
    openInterest,
    longShare,
  } = readings;
  const bitcoin = bars === null ? null : bitcoinAt(bars.daily, bars.hourly, at, config.bitcoin);
  const fearGreed = indices === null ? null : fearGreedAt(indices, at, staleMs.fearGreed);
  const dollar = macro === null ? null : dollarOf(macro, at, staleMs.macro);
  const span = config.macroDays * DAY_MS;
  const dollarChange = dollar === null ? null : changeAt(dollar.series, at, span, staleMs.macro);
  const rates = macro?.find(({ name }) => name === 'us_10y');
  const yield10y = rates === undefined ? null : rateChange(rates, at, span, staleMs.macro);
  const stablecoins = supply === null ? null : stablecoinSupplyAt(supply, at, staleMs.stablecoins);
  const spot = pairs === null ? null : spotAt(pairs, at, config.volumeDays);
  return {
    configVersion: config.version,
    inputs: {
      ...unknownHealth(),
      pctFrom200ma: bitcoin?.pctFromLong ?? null,
      slope200Pct: bitcoin?.slopePct ?? null,
      cross: bitcoin?.cross ?? null,
      breadthPct: readings.breadth200Pct,
      stablecoin90dPct: stablecoins?.changes[90]?.percent ?? null,
      dollar90dPct: dollarChange?.percent ?? null,
      yield10y90dBp: yield10y === null ? null : 100 * yield10y.difference,
      buyRatio: spot?.buyRatio ?? null,
      volumeMultiplier: spot?.volumeMultiplier ?? null,
      fearGreed: fearGreed?.value ?? null,
      fundingPct8h: perps === null ? null : averageFundingPct8h(perps, config.fundingPerps),
      openInterest7dPct: openInterest === null ? null : interestChange(openInterest, at, config),
      longShortRatio: longShare === null ? null : ratioOf(longShare),
      breadth20Pct: readings.breadth20Pct,
      volatilityPctile: bitcoin?.volatilityPctile ?? null,
      return7dPct: bitcoin?.return7dPct ?? null,
      return1dPct: bitcoin?.return1dPct ?? null,
      rsi14: bitcoin?.rsi ?? null,
      stablecoin14dPct: stablecoins?.changes[14]?.percent ?? null,
    },
    bitcoin,
    fearGreed,
    dollar: dollar === null ? null : { name: dollar.name, change: dollarChange },
    yield10y,
    stablecoins,
    spot,
  };
}

function rateChange(rates: DatedSeries, at: number, span: number, staleMs: number): Change | null {
  return changeAt(cleanSeries(rates, at, PHYSICAL_RANGES.rate).series, at, span, staleMs);
}

function interestChange(series: DatedSeries, at: number, config: HealthInputsConfig): number | null {
  const clean = cleanSeries(series, at, PHYSICAL_RANGES.level).series;
  return changeAt(clean, at, config.openInterestDays * DAY_MS, config.staleMs.openInterest)?.percent ?? null;
}

/** Longs per short; null when nobody is short, or the share is impossible. */
function ratioOf(longShare: number): number | null {
  return longShare >= 0 && longShare < 1 ? longShare / (1 - longShare) : null;
}
