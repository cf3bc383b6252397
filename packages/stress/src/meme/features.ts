/** Features of a meme coin from its own daily closes. */

import {
  createRollingMax,
  createRollingSum,
  sameWithin,
  type Bar,
  type RollingExtremaSnapshot,
  type RollingSumSnapshot,
} from '@barograph/core';
import type { MemeConfig } from './config.ts';
import { createDayCloses, type DayCloses, type DayClosesSnapshot } from './day-closes.ts';
import type { MemeFeatures } from './regime.ts';

/** Closes in the average. The contract names it in `sma20_extension_pct`, so it is not configurable. */
export const SMA_DAYS = 20;

/** Features from closes only; volume and volatility come from their own engines. */
type CloseFeatures = Omit<MemeFeatures, 'volSpike' | 'volPctile30'>;

/** JSON-safe state of {@link createCloseFeatures}. */
export interface CloseFeaturesSnapshot {
  readonly closes: DayClosesSnapshot;
  readonly sum: RollingSumSnapshot;
  readonly extensions: RollingExtremaSnapshot;
  readonly high: RollingExtremaSnapshot;
}

/**
 * Number of complete days before the first regime.
 *
 * @example
 * memeLookback(); // → 19
 */
export function memeLookback(): number {
  return SMA_DAYS - 1;
}

/**
 * Creates the features, day by day. Averages and maxima cover the existing days; returns need the exact day, and are
 * NaN when it is missing. A maximum is defined from its first value: there is no higher one before a listing.
 */
export function createCloseFeatures(
  config: MemeConfig,
  resume?: CloseFeaturesSnapshot,
): {
  /** Commits a complete day. @throws {UsageError} when its time is not a full UTC day, or not after the last. */
  readonly next: (day: Bar) => CloseFeatures;
  readonly closes: Pick<DayCloses, 'returns' | 'last'>;
  readonly snapshot: () => CloseFeaturesSnapshot;
} {
  const closes = createDayCloses(resume?.closes);
  const sum = createRollingSum(SMA_DAYS, {}, resume?.sum);
  const extensions = createRollingMax(config.extensionDays, { minCount: 1 }, resume?.extensions);
  const high = createRollingMax(config.highDays, { minCount: 1 }, resume?.high);
  const change = (days: number): number => 100 * (closes.back(0) / closes.back(days) - 1);
  return {
    next: ({ time, close }) => {
      closes.push(time, close);
      const extension = extensionPct(close, sum.next(close) / SMA_DAYS);
      return {
        ret1d: change(1),
        ret7d: change(7),
        ret30d: change(30),
        sma20ExtensionPct: extension,
        extensionMax: Number.isNaN(extension) ? NaN : extensions.next(extension),
        shareOfHigh: close / high.next(close),
      };
    },
    closes,
    snapshot: () => ({
      closes: closes.snapshot(),
      sum: sum.snapshot(),
      extensions: extensions.snapshot(),
      high: high.snapshot(),
    }),
  };
}

/**
 * Extension of a close over its mean. The mean of equal closes may be off by an ulp, which would put a coin that does
 * not move below its average.
 */
export function extensionPct(close: number, mean: number): number {
  return sameWithin(close, mean) ? 0 : 100 * (close / mean - 1);
}
