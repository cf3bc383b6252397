/** Parameters of the market's environment, by version: mood, macro data, stablecoins, hacks, media. */

import { deepFreeze, shown, UsageError, within } from '@barograph/core';

/** Simulated stablecoin. */
export interface SimulatedStablecoin {
  readonly symbol: string;
  /** Circulating supply at the market's start, USD. */
  readonly supplyUsd: number;
  /** Depegs per year in a market of usual activity. */
  readonly depegsPerYear: number;
}

/** Parameters. Rates are per day, shares fractions, amounts USD. */
export interface OutlookConfig {
  readonly version: 'outlook/1';
  /**
   * Days before the market's start with known macro data, supplies, prices and news; the market does not affect them.
   */
  readonly daysBefore: number;
  /**
   * Fear and greed: points per unit of log return over 30 and 7 days, per unit of unusual volatility, and of its own
   * noise.
   */
  readonly mood: {
    readonly monthly: number;
    readonly weekly: number;
    readonly volatility: number;
    readonly persistence: number;
    readonly noise: number;
  };
  readonly stablecoins: {
    readonly coins: readonly SimulatedStablecoin[];
    /** Log growth of a quiet day, share of the market's 30-day return that is added, and noise. */
    readonly growth: number;
    readonly follow: number;
    readonly noise: number;
    /** Minutes between prices, and deviation of the noise around the peg, basis points. */
    readonly everyMinutes: number;
    readonly noiseBps: number;
    /**
     * Largest deviation of a depeg, basis points below the peg, and its length in hours: medians and deviations of
     * their logarithms.
     */
    readonly worstBps: readonly [median: number, sigma: number, most: number];
    readonly hours: readonly [median: number, sigma: number, most: number];
    /** Share of its length after which it is at its worst. */
    readonly worstAfter: number;
  };
  readonly hacks: {
    readonly perDay: number;
    readonly lossUsd: readonly [median: number, sigma: number, most: number];
    /** Shares that concern a listed coin, and whose loss is unknown. */
    readonly listed: number;
    readonly unknownLoss: number;
  };
  readonly media: {
    /** Articles per hour, logistic scale of their logarithm, and depth of the daily and weekly cycles. */
    readonly perHour: number;
    readonly scale: number;
    readonly dayCycle: number;
    readonly weekend: number;
    /** Immediate factor on articles by an item of full weight, and hours in which it decays to 1/e. */
    readonly burst: number;
    readonly burstHours: number;
    /** Tone of an ordinary hour, noise, and reduction by bursts. */
    readonly tone: number;
    readonly toneNoise: number;
    readonly burstTone: number;
  };
  readonly headlines: {
    readonly policyPerDay: number;
    /** Share of neutral headlines, days for which the balance of the others lasts, and share with full weight. */
    readonly neutral: number;
    readonly moodDays: number;
    readonly heavy: number;
  };
}

/** Simulated moods, macro series and events, version 1. */
export const OUTLOOK_V1: OutlookConfig = deepFreeze<OutlookConfig>({
  version: 'outlook/1',
  daysBefore: 400,
  mood: { monthly: 90, weekly: 110, volatility: 14, persistence: 0.8, noise: 3 },
  stablecoins: {
    // USDC is listed in the market with a price of its own, which never leaves the peg.
    coins: [
      { symbol: 'USDT', supplyUsd: 9.2e10, depegsPerYear: 0.3 },
      { symbol: 'USDC', supplyUsd: 2.45e10, depegsPerYear: 0 },
      { symbol: 'DAI', supplyUsd: 5.3e9, depegsPerYear: 0.8 },
      { symbol: 'FDUSD', supplyUsd: 1.8e9, depegsPerYear: 1.5 },
      { symbol: 'TUSD', supplyUsd: 1.1e9, depegsPerYear: 2.5 },
      { symbol: 'USDE', supplyUsd: 4e8, depegsPerYear: 1.5 },
    ],
    growth: 0.0005,
    follow: 0.012,
    noise: 0.0012,
    everyMinutes: 10,
    noiseBps: 3,
    worstBps: [140, 0.9, 3000],
    hours: [14, 0.7, 96],
    worstAfter: 0.25,
  },
  hacks: { perDay: 0.22, lossUsd: [3e6, 1.9, 2e9], listed: 0.35, unknownLoss: 0.08 },
  media: {
    perHour: 40,
    scale: 0.1,
    dayCycle: 0.35,
    weekend: 0.6,
    burst: 2.5,
    burstHours: 14,
    tone: -0.8,
    toneNoise: 0.5,
    burstTone: -2,
  },
  headlines: { policyPerDay: 3, neutral: 0.3, moodDays: 30, heavy: 0.06 },
});

function checkLognormal(name: string, [median, sigma, most]: readonly [number, number, number]): void {
  within(`outlook.${name}.0`, median, 1e-9, 1e15);
  within(`outlook.${name}.1`, sigma, 0, 10);
  within(`outlook.${name}.2`, most, median, 1e15);
}

/** Checks the config. @throws {UsageError} when a field is invalid; the message names it. */
export function checkOutlook(config: OutlookConfig): OutlookConfig {
  const { mood, stablecoins, hacks, media, headlines } = config;
  within('outlook.daysBefore', config.daysBefore, 0, 4000);
  for (const name of ['monthly', 'weekly', 'volatility', 'noise'] as const) {
    within(`outlook.mood.${name}`, mood[name], 0, 1000);
  }
  within('outlook.mood.persistence', mood.persistence, 0, 0.999);
  const symbols = new Set<string>();
  for (const { symbol, supplyUsd, depegsPerYear } of stablecoins.coins) {
    if (symbols.has(symbol)) {
      throw new UsageError(`"outlook.stablecoins.coins" expected every symbol once, got ${shown(symbol)} twice`);
    }
    symbols.add(symbol);
    within(`outlook.stablecoins.${symbol}.supplyUsd`, supplyUsd, 1, 1e13);
    within(`outlook.stablecoins.${symbol}.depegsPerYear`, depegsPerYear, 0, 100);
  }
  for (const name of ['growth', 'follow', 'noise'] as const) {
    within(`outlook.stablecoins.${name}`, stablecoins[name], -1, 1);
  }
  if (1440 % within('outlook.stablecoins.everyMinutes', stablecoins.everyMinutes, 1, 1440) !== 0) {
    throw new UsageError(
      `"outlook.stablecoins.everyMinutes" expected a divisor of a day, got ${shown(stablecoins.everyMinutes)}`,
    );
  }
  within('outlook.stablecoins.noiseBps', stablecoins.noiseBps, 0, 100);
  within('outlook.stablecoins.worstAfter', stablecoins.worstAfter, 0.01, 0.99);
  checkLognormal('stablecoins.worstBps', stablecoins.worstBps);
  checkLognormal('stablecoins.hours', stablecoins.hours);
  within('outlook.hacks.perDay', hacks.perDay, 0, 20);
  checkLognormal('hacks.lossUsd', hacks.lossUsd);
  within('outlook.hacks.listed', hacks.listed, 0, 1);
  within('outlook.hacks.unknownLoss', hacks.unknownLoss, 0, 1);
  within('outlook.media.perHour', media.perHour, 0, 1e5);
  within('outlook.media.scale', media.scale, 0, 0.9);
  within('outlook.media.dayCycle', media.dayCycle, 0, 1);
  within('outlook.media.weekend', media.weekend, 0, 10);
  within('outlook.media.burst', media.burst, 0, 100);
  within('outlook.media.burstHours', media.burstHours, 0.1, 100);
  within('outlook.headlines.policyPerDay', headlines.policyPerDay, 0, 20);
  within('outlook.headlines.neutral', headlines.neutral, 0, 1);
  within('outlook.headlines.moodDays', headlines.moodDays, 1, 1000);
  within('outlook.headlines.heavy', headlines.heavy, 0, 1);
  return config;
}
