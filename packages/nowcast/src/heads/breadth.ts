/** Breadth of the market: the share of perps above their 24-hour average, and its forecast for the next hours. */

import {
  firstAtOrAfter,
  givenColumn,
  HOUR_MS,
  integerAtLeast,
  UsageError,
  within,
  type Candles,
} from '@barograph/core';
import type { Horizon } from './horizon-heads.ts';
import { silent, type Outlook } from './outlook.ts';
import { shares } from './student-t.ts';

/** Buckets of the change of the share, lowest first. */
export const BREADTHS = ['contracting', 'steady', 'expanding'] as const;

/** Constants of the breadth head. */
export interface BreadthOutlookConfig {
  readonly version: `heads/breadth-${number}`;
  /** Hours of the average, including the newest. */
  readonly average: number;
  /** Fewest perps for a share. */
  readonly leastPerps: number;
  /** Largest change that counts as steady, percentage points. */
  readonly edge: number;
  /** Degrees of freedom of the law of the change. */
  readonly degreesOfFreedom: number;
  readonly horizons: Readonly<Record<Horizon, BreadthHorizon>>;
  /** Time before which training ended, epoch ms. */
  readonly trainedTo: number;
}

/** Constants of the breadth head for one horizon. */
export interface BreadthHorizon {
  /** Share of today's log odds that persists. */
  readonly persistence: number;
  /** Scale of the log odds. */
  readonly scale: number;
  /** Number of training origins. */
  readonly rows: number;
}

/** Version 1: trained on the perps of one venue before June 2023 (`packages/lab/studies/nowcast-heads.evidence.ts`). */
export const BREADTH_V1: BreadthOutlookConfig = Object.freeze({
  version: 'heads/breadth-1',
  average: 24,
  leastPerps: 8,
  edge: 10,
  degreesOfFreedom: 4,
  horizons: Object.freeze({
    h4: Object.freeze({ persistence: 0.78, scale: 1.29, rows: 22_785 }),
    h24: Object.freeze({ persistence: 0.02, scale: 2.14, rows: 22_745 }),
  }),
  trainedTo: Date.UTC(2023, 5, 1),
});

/**
 * Perps above their average, among those with an average. `above` counts them; `of` counts the perps with an average.
 */
export interface Breadth {
  readonly above: number;
  readonly of: number;
}

/** Whether the close at `last` is above the mean of the closes up to it; undefined when one of them is missing. */
function isAbove(closes: ArrayLike<number>, last: number, average: number): boolean | undefined {
  let sum = 0;
  for (let t = last - average + 1; t <= last; t++) sum += closes[t] ?? NaN;
  return Number.isNaN(sum) ? undefined : closes[last]! > sum / average;
}

/**
 * Counts the perps whose close is above the mean of their last 24 closes; a close equal to it is not above.
 *
 * @param closes hourly closes of each perp, oldest first, up to the hour in question; NaN for an hour without a bar. A
 * perp with fewer than 24 hours, or a missing one among the last 24, does not count.
 * @param config parameters. @default BREADTH_V1
 * @example
 * const rising = Array.from({ length: 24 }, (_, i) => 100 + i);
 * breadthOf([rising, rising.toReversed(), [100, 101]]); // → { above: 1, of: 2 }
 */
export function breadthOf(closes: Iterable<ArrayLike<number>>, config: BreadthOutlookConfig = BREADTH_V1): Breadth {
  let above = 0;
  let of = 0;
  for (const list of closes) {
    const is = isAbove(list, list.length - 1, config.average);
    if (is === undefined) continue;
    of++;
    if (is) above++;
  }
  return { above, of };
}

/**
 * Computes {@link breadthOf} for one hour of a panel.
 *
 * @param panel hourly bars of each perp; bars that open after `time` are ignored.
 * @param time open of the hour, epoch ms.
 * @param config parameters. @default BREADTH_V1
 * @example
 * const panel = Array.from({ length: 12 }, () => hours);
 * breadthAt(panel, hours.time[1_499]); // → { above: 12, of: 12 }
 */
export function breadthAt(panel: readonly Candles[], time: number, config: BreadthOutlookConfig = BREADTH_V1): Breadth {
  const first = time - (config.average - 1) * HOUR_MS;
  return breadthOf(
    panel.map((bars) => {
      const closes = new Float64Array(config.average).fill(NaN);
      for (let i = firstAtOrAfter(bars, first); i < bars.length && bars.time[i]! <= time; i++) {
        closes[(bars.time[i]! - first) / HOUR_MS] = bars.close[i]!;
      }
      return closes;
    }),
    config,
  );
}

/** One row per hour, from the first bar of any perp to the last. */
export interface BreadthColumns {
  /** Open of the hour, epoch ms. */
  readonly time: Float64Array;
  readonly above: Uint16Array;
  readonly of: Uint16Array;
}

/**
 * Computes {@link breadthOf} for every hour of a panel.
 *
 * @param panel hourly bars of each perp.
 * @param config parameters. @default BREADTH_V1
 * @param into columns to fill in place of new ones, as many rows, not those of the bars; a previous result may be
 * reused. @default new ones
 * @throws {UsageError} when a bar is not on a full hour or a column has another length.
 * @example
 * const { above, of } = breadthColumns(Array.from({ length: 12 }, () => hours));
 * [above[1_499], of[1_499]]; // → [ 12, 12 ]
 * of[22]; // → 0
 */
export function breadthColumns(
  panel: readonly Candles[],
  config: BreadthOutlookConfig = BREADTH_V1,
  into?: BreadthColumns,
): BreadthColumns {
  const bars = panel.filter(({ length }) => length > 0);
  const first = Math.min(...bars.map(({ time }) => time[0]!));
  const hours = bars.length === 0 ? 0 : (Math.max(...bars.map(({ time }) => time.at(-1)!)) - first) / HOUR_MS + 1;
  const columns = {
    time: givenColumn('into.time', hours, into?.time),
    above: givenColumn('into.above', hours, into?.above, Uint16Array).fill(0),
    of: givenColumn('into.of', hours, into?.of, Uint16Array).fill(0),
  };
  for (let t = 0; t < hours; t++) columns.time[t] = first + t * HOUR_MS;
  const closes = new Float64Array(hours);
  for (const { time, close } of bars) {
    closes.fill(NaN);
    time.forEach((at, i) => {
      if (at % HOUR_MS !== 0) throw new UsageError(`"time" expected a full hour, got ${at}`);
      closes[(at - first) / HOUR_MS] = close[i]!;
    });
    for (let t = (time[0]! - first) / HOUR_MS; t <= (time.at(-1)! - first) / HOUR_MS; t++) {
      const is = isAbove(closes, t, config.average);
      if (is === undefined) continue;
      columns.of[t]!++;
      if (is) columns.above[t]!++;
    }
  }
  return columns;
}

/**
 * Bucket of a change in percentage points; a change on the bound is steady.
 * @param config parameters. @default BREADTH_V1
 * @param change change of the share, percentage points.
 *
 * @example
 * breadthBucket(0); // → 1
 */
export function breadthBucket(change: number, { edge }: BreadthOutlookConfig = BREADTH_V1): number {
  return Number(change >= -edge) + Number(change > edge);
}

/** Log odds of a share, with half a perp added on either side so that 0 and 1 stay finite. */
const logOdds = (above: number, perps: number): number => Math.log((above + 0.5) / (perps - above + 0.5));

/**
 * Probabilities of {@link BREADTHS}, which sum to 1.
 * @param config parameters. @default BREADTH_V1
 *
 * @example
 * breadthProbabilities({ above: 27, of: 30 }, 'h4').map((p) => p.toFixed(3)); // → [ '0.419', '0.581', '0.000' ]
 */
export function breadthProbabilities(
  { above, of }: Breadth,
  horizon: Horizon,
  { edge, degreesOfFreedom, horizons }: BreadthOutlookConfig = BREADTH_V1,
): number[] {
  const { persistence, scale } = horizons[horizon];
  const step = (edge / 100) * of;
  // A share this close to its limit cannot change by more than the edge.
  const low = above - step <= 0 ? -Infinity : logOdds(above - step, of);
  const high = above + step >= of ? Infinity : logOdds(above + step, of);
  return shares(persistence * logOdds(above, of), scale, [low, high], degreesOfFreedom);
}

/**
 * Forecasts the bucket of the change of the share over the horizon: steady within ± 10 percentage points, by a t law of
 * the log odds `z = ln((k + ½)/(n − k + ½))` of the share about `ρ_h z`.
 *
 * @param breadth counts of the last closed hour.
 * @param config parameters. @default BREADTH_V1
 * @returns probabilities of {@link BREADTHS}; null below 8 perps.
 * @throws {UsageError} when the counts are invalid.
 * @source the empirical logit: D. R. Cox, The Analysis of Binary Data, 1970, chapter 3; the constants are trained, see
 * `docs/chapters/nowcast.md`.
 * @example
 * breadthOutlook({ above: 20, of: 30 }, 'h4').probabilities?.length; // → 3
 */
export function breadthOutlook(breadth: Breadth, horizon: Horizon, config: BreadthOutlookConfig = BREADTH_V1): Outlook {
  const { above, of } = breadth;
  integerAtLeast('of', of, 0);
  within('above', integerAtLeast('above', above, 0), 0, of);
  const { leastPerps, version, trainedTo, horizons } = config;
  if (of < leastPerps) return silent(`${of} perps with an average, of ${leastPerps} at least`);
  return {
    probabilities: breadthProbabilities(breadth, horizon, config),
    provenance: { source: 'direct', version, trainedTo, n: horizons[horizon].rows },
  };
}
