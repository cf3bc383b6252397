/** Open interest of the next hours: its change, by bucket, from the changes so far. */

import { UsageError } from '@barograph/core';
import { HORIZONS, type Horizon } from './horizon-heads.ts';
import { silent, type Outlook } from './outlook.ts';
import { shares } from './student-t.ts';

/** Buckets of the change, lowest first. */
export const OPEN_INTERESTS = ['deleveraging', 'stable', 'building'] as const;

/** Constants of the open-interest head. Changes are differences of logarithms. */
export interface OpenInterestConfig {
  readonly version: `heads/open-interest-${number}`;
  /** Largest change that counts as stable, in standard deviations of the horizon … */
  readonly edge: number;
  /** … or as a change of the logarithm, whichever is larger. */
  readonly leastEdge: number;
  /** Hours of the standard deviation, and of the recent size and mean of changes. */
  readonly window: number;
  readonly recent: number;
  /** Share of each window that must be known. */
  readonly leastKnown: number;
  /** Weight of the recent size in the scale, and the least scale per √hour: a halted series may still move. */
  readonly weight: number;
  readonly leastScale: number;
  readonly degreesOfFreedom: number;
  readonly horizons: Readonly<Record<Horizon, OpenInterestHorizon>>;
  /** Time before which training ended, epoch ms. */
  readonly trainedTo: number;
}

/** Constants of the open-interest head for one horizon. */
export interface OpenInterestHorizon {
  /** Share of the recent mean change that continues; negative when it reverses. */
  readonly drift: number;
  /** Scale of the law, per deviation of the recent changes. */
  readonly spread: number;
  /** Number of training origins. */
  readonly rows: number;
}

/** Version 1: trained on five perps before June 2023 (`packages/lab/studies/nowcast-heads.evidence.ts`). */
export const OPEN_INTEREST_V1: OpenInterestConfig = Object.freeze({
  version: 'heads/open-interest-1',
  edge: 0.5,
  leastEdge: 0.01,
  window: 720,
  recent: 24,
  leastKnown: 0.5,
  weight: 0.5,
  leastScale: 1e-4,
  degreesOfFreedom: 4,
  horizons: Object.freeze({
    h4: Object.freeze({ drift: -0.15, spread: 0.82, rows: 22_948 }),
    h24: Object.freeze({ drift: -0.11, spread: 0.79, rows: 22_923 }),
  }),
  trainedTo: Date.UTC(2023, 5, 1),
});

/** Inputs of the outlook, per hour. */
export interface OpenInterestView {
  /** Root mean square change of the window. */
  readonly deviation: number;
  /** Mean absolute change, and mean change, of the last day. */
  readonly size: number;
  readonly mean: number;
}

/**
 * Smallest change over a horizon that is no longer stable.
 *
 * @param deviation root mean square change per hour, in log units.
 * @param config parameters. @default OPEN_INTEREST_V1
 * @example
 * openInterestEdge(0.008, 'h24').toFixed(4); // → '0.0196'
 */
export function openInterestEdge(
  deviation: number,
  horizon: Horizon,
  { edge, leastEdge }: OpenInterestConfig = OPEN_INTEREST_V1,
): number {
  return Math.max(edge * deviation * Math.sqrt(HORIZONS[horizon]), leastEdge);
}

/**
 * Bucket of a change; a change on the bound is stable.
 *
 * @param change change over the horizon, in log units.
 * @param edge smallest change that is not stable, in log units.
 * @example
 * OPEN_INTERESTS[openInterestBucket(0.03, 0.01)]; // → 'building'
 */
export function openInterestBucket(change: number, edge: number): number {
  return Number(change >= -edge) + Number(change > edge);
}

/**
 * Inputs of the outlook at the last hour, or the reason why they are missing.
 *
 * @param config parameters. @default OPEN_INTEREST_V1
 * @throws {UsageError} when a level is infinite or not above 0.
 * @example
 * const view = openInterestView(Array.from({ length: 721 }, (_, t) => 1_000 * Math.exp(0.01 * Math.sin(t))));
 * typeof view === 'string' ? view : view.deviation.toFixed(4); // → '0.0068'
 * openInterestView([1_000, 1_010]); // → '1 hourly changes, of 360 at least'
 */
export function openInterestView(
  levels: ArrayLike<number>,
  { window, recent, leastKnown }: OpenInterestConfig = OPEN_INTEREST_V1,
): OpenInterestView | string {
  let squares = 0;
  let known = 0;
  let sizes = 0;
  let sum = 0;
  let lately = 0;
  let any = false;
  for (let t = Math.max(0, levels.length - window - 1); t < levels.length; t++) {
    const level = levels[t]!;
    if (Number.isNaN(level)) continue;
    if (!(level > 0 && level < Infinity)) {
      throw new UsageError(`"levels[${t}]" expected a finite number > 0 or NaN, got ${level}`);
    }
    any = true;
    const change = Math.log(level / (t > 0 && t > levels.length - window - 1 ? levels[t - 1]! : NaN));
    if (Number.isNaN(change)) continue;
    squares += change * change;
    known++;
    if (t < levels.length - recent) continue;
    sizes += Math.abs(change);
    sum += change;
    lately++;
  }
  if (!any) return 'no open interest';
  if (known < leastKnown * window) return `${known} hourly changes, of ${leastKnown * window} at least`;
  if (lately < leastKnown * recent) {
    return `${lately} hourly changes of the last ${recent}, of ${leastKnown * recent} at least`;
  }
  return { deviation: Math.sqrt(squares / known), size: sizes / lately, mean: sum / lately };
}

/**
 * Probabilities of {@link OPEN_INTERESTS}, which sum to 1.
 *
 * @param config parameters. @default OPEN_INTEREST_V1
 * @example
 * const view = openInterestView(Array.from({ length: 721 }, (_, t) => 1_000 * Math.exp(0.01 * Math.sin(t))));
 * if (typeof view === 'string') throw new Error(view); // what is lacking
 * openInterestProbabilities(view, 'h4').map((p) => p.toFixed(2)); // → [ '0.20', '0.60', '0.20' ]
 */
export function openInterestProbabilities(
  { deviation, size, mean }: OpenInterestView,
  horizon: Horizon,
  config: OpenInterestConfig = OPEN_INTEREST_V1,
): number[] {
  const { weight, leastScale, degreesOfFreedom, horizons } = config;
  const { drift, spread } = horizons[horizon];
  const hours = HORIZONS[horizon];
  const edge = openInterestEdge(deviation, horizon, config);
  const perHour = Math.max(spread * deviation ** (1 - weight) * size ** weight, leastScale);
  return shares(drift * mean * hours, perHour * Math.sqrt(hours), [-edge, edge], degreesOfFreedom);
}

/**
 * Forecasts the bucket of the change of open interest over the horizon: stable within `± max(½ σ√h, 1 %)`, by a t law
 * about `c_h · h · m` of scale `k_h · σ^{1−w} a^w · √h`. For hourly changes of the log, `σ` is the root mean square of
 * 30 days, `a` the mean size and `m` the mean of the last day.
 *
 * @param levels one per hour, oldest first, up to the last closed hour; NaN where unknown. In units of the coin: in
 * USD, price moves would count as changes. The scale does not matter.
 * @param config parameters. @default OPEN_INTEREST_V1
 * @returns probabilities of {@link OPEN_INTERESTS}; null unless half the changes of 30 days, and of the last day, are
 * known.
 * @throws {UsageError} when a level is not finite and > 0.
 * @source a random walk with drift, its scale as in RiskMetrics, Technical Document, 4th edition, 1996; the constants
 * are trained, see `docs/chapters/nowcast.md`.
 * @example
 * const levels = Array.from({ length: 721 }, (_, t) => 1_000 * Math.exp(0.01 * Math.sin(t)));
 * openInterestOutlook(levels, 'h24').probabilities?.map((p) => p.toFixed(2)); // → [ '0.28', '0.45', '0.27' ]
 */
export function openInterestOutlook(
  levels: ArrayLike<number>,
  horizon: Horizon,
  config: OpenInterestConfig = OPEN_INTEREST_V1,
): Outlook {
  const view = openInterestView(levels, config);
  if (typeof view === 'string') return silent(view);
  const { version, trainedTo, horizons } = config;
  return {
    probabilities: openInterestProbabilities(view, horizon, config),
    provenance: { source: 'direct', version, trainedTo, n: horizons[horizon].rows },
  };
}
