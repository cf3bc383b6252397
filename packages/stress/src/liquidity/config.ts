/** Parameters of depth, divergence and liquidity labels, by version. */

import { deepFreeze, finite, integerAtLeast, UsageError, within } from '@barograph/core';

/**
 * Parameters of liquidity. Thresholds named `from` and `upTo` are inclusive, `below` is exclusive. Of the withdrawal,
 * `upTo` is a share of the baseline, and `of` and `last` are numbers of samples.
 */
export interface LiquidityConfig {
  /** Version in every sample and row. A changed number needs a new version. */
  readonly version: `liquidity/${string}`;
  /** Distances from mid at which depth is measured, basis points, ascending. */
  readonly bandsBps: readonly [number, number, number, number];
  /** Band of the imbalance, and band whose depth labels and score use; both in `bandsBps`. */
  readonly imbalanceBps: number;
  readonly labelBps: number;
  /** Largest distance between a change's reference sample and its horizon, as a share of the horizon. */
  readonly changeTolerance: number;
  readonly baseline: {
    /** Earlier days whose median is the baseline of a sample. */
    readonly days: number;
    /** Warm-up: span of the earlier samples, and their number. */
    readonly warmHours: number;
    readonly warmSamples: number;
  };
  /** Days of hourly values for deviations and the usual hour of liquidations, and the fewest hours. */
  readonly hourly: { readonly days: number; readonly least: number };
  readonly cascade: {
    /** Hours for which a cascade counts. */
    readonly memoryHours: number;
    /** Liquidations of an hour: multiple of the median hour with any, and share of open interest; the larger counts. */
    readonly liquidationMedians: number;
    readonly liquidationShare: number;
    /** Move of an hour in deviations, with a change of open interest in percent; both must hold. */
    readonly sigmas: number;
    readonly oiChangeUpTo: number;
  };
  /** Depth as a share of the baseline; the second on at least `of` of the last `last` samples. */
  readonly impairedBelow: number;
  readonly withdrawal: { readonly upTo: number; readonly of: number; readonly last: number };
  /** Limit in percentage points: the larger of a floor and a multiple of the 30-day deviation. */
  readonly divergence: { readonly from: number; readonly sigmas: number };
  /** Depth as a share of the baseline, with a spread of at most its baseline. */
  readonly deepFrom: number;
  /** Consecutive samples without its condition after which an alarm label ends. */
  readonly exitSamples: number;
  /** Minutes without a sample after which the label is dropped. */
  readonly forgetMinutes: number;
}

/** Version 1. Bands and the divergence formula come from the contract, other numbers are ours (docs/chapters/positioning-and-flow.md). */
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
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
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
