/** Published point of one closed hour, from what is known at its close. */

import type { NowcastModel } from '../artifact/load-model.ts';
import type { HarPoint } from '../har/fit.ts';
import { type Horizon } from '../heads/horizon-heads.ts';
import { directionInputs, nextRegimeInputs, type HeadView } from '../heads/inputs.ts';
import type { ReturnVolatility } from '../heads/return-volatility.ts';
import type { HysteresisOutput } from '../hysteresis/hysteresis.ts';
import { listOf } from '../list-of.ts';
import { REGIMES, type Regime } from '../regimes.ts';
import type { HistoryQuality } from './quality.ts';

/** The regime block of an hour. Times are the open of the hour's bar, epoch ms. */
export interface PublishedRegime {
  readonly label: Regime;
  /** Probability of the label, and the share of labels so probable that hindsight confirms. */
  readonly rawConfidence: number;
  readonly confidence: number;
  readonly candles: number;
  readonly since: number | null;
  readonly pending: { readonly label: Regime; readonly count: number; readonly needed: number } | null;
  readonly challenger: Regime;
  readonly lead: number;
  readonly path: HysteresisOutput['path'];
  readonly floorArmed: boolean;
}

/** Probabilities of one horizon; each list sums to 1, in the order of its classes. */
export interface Forecast {
  readonly nextRegime: readonly number[];
  /** `chain` is `q·A^h`, when a head's input is missing. */
  readonly nextRegimeSource: 'direct' | 'chain';
  readonly direction: readonly number[] | null;
  /** Reason why `direction` has base rates in place of the head's answer; left out where it has that. */
  readonly withheld?: 'no_measured_skill';
  readonly volatility: readonly number[] | null;
}

/** Everything that is said of an hour. */
export interface NowcastPoint {
  readonly time: number;
  /** Null while warming: before the first week of hours, and after more than a day without bars. */
  readonly regime: PublishedRegime | null;
  /** Filtered probabilities of the labels; null while warming. */
  readonly now: readonly number[] | null;
  readonly forecasts: Readonly<Record<Horizon, Forecast>> | null;
  /** Standard deviations per hour; null during the first week. */
  readonly volatility: ReturnVolatility | null;
  /**
   * Standard deviations per hour that HAR+ expects of the next 4 and 24 hours; null while undefined, left out by models
   * without it.
   */
  readonly expectedVolatility?: HarPoint | null;
  readonly quality: HistoryQuality;
  readonly explain: {
    /** Standardised features; null while undefined. */
    readonly features: readonly (number | null)[];
    /** Filtered probabilities of the latent states. */
    readonly states: readonly number[];
    /** Tempered log likelihood of the hour. */
    readonly logLikelihood: number;
  };
}

/**
 * An hour without enough history is unpublished, even if the filter has a posterior.
 *
 * @example
 * const nowcast = createNowcast(model);
 * const first = publishable(nowcast.next(barAt(hours, 0)));
 * [first.regime, first.quality.newListing]; // → [ null, true ]
 */
export function publishable(point: NowcastPoint): NowcastPoint {
  return point.quality.published ? point : { ...point, regime: null, now: null, forecasts: null };
}

export function regimeOf(
  { calibrate }: NowcastModel,
  output: HysteresisOutput,
  posterior: ArrayLike<number>,
): PublishedRegime {
  const { label, candles, since, pending, challenger, lead, path, floorArmed } = output;
  const rawConfidence = posterior[label]!;
  return {
    label: REGIMES[label]!,
    rawConfidence,
    confidence: calibrate(rawConfidence),
    candles,
    since,
    pending: pending === null ? null : { label: REGIMES[pending.label]!, count: pending.count, needed: pending.needed },
    challenger: REGIMES[challenger]!,
    lead,
    path,
    floorArmed,
  };
}

/** The next-regime forecast alone. */
function nextRegimeOf(
  { heads }: NowcastModel,
  horizon: Horizon,
  view: HeadView,
): Pick<Forecast, 'nextRegime' | 'nextRegimeSource'> {
  const direct = new Float64Array(REGIMES.length);
  return heads[horizon].nextRegime(nextRegimeInputs(view), direct, 0)
    ? { nextRegime: listOf(direct), nextRegimeSource: 'direct' }
    : { nextRegime: listOf(view.ahead), nextRegimeSource: 'chain' };
}

/**
 * @param view what the heads see; each horizon adds its own forecast of the chain, and its own expected volatility.
 * @param expected of a model with a HAR+; null while undefined.
 */
export function forecastsOf(
  model: NowcastModel,
  view: Omit<HeadView, 'ahead' | 'expected'>,
  ahead: Readonly<Record<Horizon, ArrayLike<number>>>,
  expected: HarPoint | null = null,
): Readonly<Record<Horizon, Forecast>> {
  const forecast = (horizon: Horizon): Forecast => {
    const seen = { ...view, ahead: ahead[horizon], expected: expected?.[horizon] ?? NaN };
    const heads = model.heads[horizon];
    return {
      ...nextRegimeOf(model, horizon, seen),
      direction: heads.direction(directionInputs(seen)),
      volatility: heads.volatility(heads.volatilityInputs(seen)),
    };
  };
  return { h4: forecast('h4'), h24: forecast('h24') };
}
