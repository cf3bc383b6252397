/** The numbers of depth, divergence and liquidity labels, by version. */

import { deepFreeze, finite, integerAtLeast, UsageError, within } from '@barograph/core';

/** A threshold is part of its rule: `from` and `upTo` include it, `below` does not. */
export interface LiquidityConfig {
  /** Travels into every sample and row. A changed number is a new version. */
  readonly version: `liquidity/${string}`;
  /** Distances from mid at which depth is measured, basis points, ascending. */
  readonly bandsBps: readonly [number, number, number, number];
  /** Band of the imbalance, and band whose depth the labels and the score read; both in `bandsBps`. */
  readonly imbalanceBps: number;
  readonly labelBps: number;
  /** A change is taken from the sample nearest to its horizon, at most this share of the horizon away. */
  readonly changeTolerance: number;
  readonly baseline: {
    /** Days before a sample whose median is its baseline. */
    readonly days: number;
    /** Warm-up: both the span of the samples before this one, and their number. */
    readonly warmHours: number;
    readonly warmSamples: number;
  };
  /** Days of hourly values behind deviations and the usual hour of liquidations, and the fewest of them. */
  readonly hourly: { readonly days: number; readonly least: number };
  readonly cascade: {
    /** Hours for which a cascade counts. */
    readonly memoryHours: number;
    /** Liquidations of an hour: multiple of the median hour with any, and share of the open interest; the larger. */
    readonly liquidationMedians: number;
    readonly liquidationShare: number;
    /** Move of an hour in deviations, and change of the open interest in percent, both at once. */
    readonly sigmas: number;
    readonly oiChangeUpTo: number;
  };
  /** Depth as a share of the baseline; the second on at least `of` of the last `last` samples. */
  readonly impairedBelow: number;
  readonly withdrawal: { readonly upTo: number; readonly of: number; readonly last: number };
  /** Points of percent: the larger of a floor and a multiple of the deviation of 30 days. */
  readonly divergence: { readonly from: number; readonly sigmas: number };
  /** Depth as a share of the baseline, with a spread of at most its own. */
  readonly deepFrom: number;
  /** Samples in a row without its condition after which a label of alarm is left. */
  readonly exitSamples: number;
  /** Minutes without a sample after which a label is forgotten. */
  readonly forgetMinutes: number;
}

/** Version 1. Bands and the formula of divergence are the contract's, the other numbers ours (docs/decisions/0023). */
export const LIQUIDITY_V1: LiquidityConfig = deepFreeze({
  version: 'liquidity/1',
  bandsBps: [10, 25, 50, 100],
  imbalanceBps: 10,
  labelBps: 50,
  changeTolerance: 0.1,
  baseline: { days: 7, warmHours: 24, warmSamples: 360 },
  hourly: { days: 30, least: 24 },
  cascade: { memoryHours: 6, liquidationMedians: 3, liquidationShare: 0.005, sigmas: 4, oiChangeUpTo: -5 },
  impairedBelow: 0.7,
  withdrawal: { upTo: 0.6, of: 3, last: 5 },
  divergence: { from: 3, sigmas: 2 },
  deepFrom: 1.25,
  exitSamples: 3,
  forgetMinutes: 60,
});

/**
 * @throws {UsageError} naming the field, the expected and the actual value.
 * @example
 * checkLiquidityConfig({ ...LIQUIDITY_V1, version: 'liquidity/mine', exitSamples: 5 }).exitSamples; // → 5
 */
export function checkLiquidityConfig(config: LiquidityConfig): LiquidityConfig {
  const { bandsBps, baseline, hourly, cascade, withdrawal, divergence } = config;
  bandsBps.forEach((band, i) => {
    within(`bandsBps[${i}]`, band, Number.MIN_VALUE, 5_000);
    if (i > 0 && band <= bandsBps[i - 1]!) {
      throw new UsageError(`"bandsBps[${i}]" expected a number above ${bandsBps[i - 1]}, got ${band}`);
    }
  });
  for (const field of ['imbalanceBps', 'labelBps'] as const) {
    if (!bandsBps.includes(config[field])) {
      throw new UsageError(`"${field}" expected one of ${bandsBps.join(', ')}, got ${config[field]}`);
    }
  }
  within('changeTolerance', config.changeTolerance, 0, 0.5);
  const counts = {
    'baseline.days': baseline.days,
    'baseline.warmHours': baseline.warmHours,
    'baseline.warmSamples': baseline.warmSamples,
    'hourly.days': hourly.days,
    'withdrawal.last': withdrawal.last,
    'withdrawal.of': withdrawal.of,
    exitSamples: config.exitSamples,
    forgetMinutes: config.forgetMinutes,
  };
  for (const [field, value] of Object.entries(counts)) integerAtLeast(field, value, 1);
  integerAtLeast('hourly.least', hourly.least, 2);
  within('withdrawal.of', withdrawal.of, 1, withdrawal.last);
  const amounts = { ...cascade, impairedBelow: config.impairedBelow, deepFrom: config.deepFrom, ...divergence };
  for (const [field, value] of Object.entries({ ...amounts, upTo: withdrawal.upTo })) finite(field, value);
  return config;
}
