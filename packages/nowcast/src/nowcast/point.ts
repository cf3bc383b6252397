/** Published point of one closed hour, from what is known at its close. */

import type { BreakReason, Mutable } from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import type { HarPoint } from '../har/fit.ts';
import { type Horizon } from '../heads/horizon-heads.ts';
import {
  DIRECTION_INPUTS,
  DIRECTIONS,
  fillAhead,
  fillKnown,
  NEXT_REGIME_INPUTS,
  VOLATILITIES,
} from '../heads/inputs.ts';
import type { ReturnVolatility } from '../heads/return-volatility.ts';
import type { HysteresisOutput } from '../hysteresis/hysteresis.ts';
import { listOf } from '../list-of.ts';
import type { Recalibrated } from '../recalibration/recalibration.ts';
import { REGIMES, type Regime } from '../regimes.ts';
import type { HistoryQuality } from './quality.ts';

/**
 * Regime block of an hour. Times are the open of the hour's bar, epoch ms. `candles` counts bars since the label; of a
 * pending challenger, `count` bars have led in a row and `needed` confirm it.
 */
export interface PublishedRegime {
  readonly label: Regime;
  /** Probability of the label, and the share of equally probable labels that hindsight confirms. */
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
  /** `chain` is `q·A^h`, used when the head lacks an input. */
  readonly nextRegimeSource: 'direct' | 'chain';
  readonly direction: readonly number[] | null;
  /** Reason why `direction` has base rates instead of the head's answer; absent when it has the answer. */
  readonly withheld?: 'no_measured_skill';
  readonly volatility: readonly number[] | null;
}

/** All outputs of an hour. */
export interface NowcastPoint {
  readonly time: number;
  /** Null while warming: during the first week of hours, and after more than a day without bars. */
  readonly regime: PublishedRegime | null;
  /** Filtered probabilities of the labels; null while warming. */
  readonly now: readonly number[] | null;
  readonly forecasts: Readonly<Record<Horizon, Forecast>> | null;
  /** Standard deviations per hour; null during the first week. */
  readonly volatility: ReturnVolatility | null;
  /**
   * Standard deviations per hour that HAR+ expects for the next 4 and 24 hours; null while undefined, absent for models
   * without it.
   */
  readonly expectedVolatility?: HarPoint | null;
  /** Shifts of the next-day forecasts from earlier outcomes; absent for models without a recalibration. */
  readonly recalibration?: Recalibrated;
  readonly quality: HistoryQuality;
  /** Breaks that affect the hour, set by {@link createTradedNowcast}; absent without breaks. */
  readonly breaks?: readonly BreakReason[];
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
 * Removes the answers of an hour without enough history, even if the filter has a posterior.
 *
 * @example
 * const nowcast = createNowcast(model);
 * const first = publishable(nowcast.next(barAt(hours, 0)));
 * [first.regime, first.quality.newListing]; // → [ null, true ]
 */
export function publishable(point: NowcastPoint): NowcastPoint {
  return point.quality.published ? point : { ...point, regime: null, now: null, forecasts: null };
}

/** Creates a point without answers. */
export function emptyPoint({ har }: NowcastModel, quality: HistoryQuality): Mutable<NowcastPoint> {
  return {
    time: NaN,
    regime: null,
    now: null,
    forecasts: null,
    volatility: null,
    ...(har === null ? {} : { expectedVolatility: null }),
    quality,
    explain: { features: [], states: [], logLikelihood: NaN },
  };
}

/**
 * Builds the regime block.
 * @param into record to fill and return. @default a new one
 */
export function regimeOf(
  { calibrate }: NowcastModel,
  { label, candles, since, pending, challenger, lead, path, floorArmed }: HysteresisOutput,
  posterior: Float64Array,
  into: PublishedRegime | null,
): PublishedRegime {
  const to: Mutable<PublishedRegime> = into ?? {
    label: 'squeeze',
    rawConfidence: NaN,
    confidence: NaN,
    candles,
    since,
    pending: null,
    challenger: 'squeeze',
    lead: NaN,
    path,
    floorArmed,
  };
  to.label = REGIMES[label]!;
  to.rawConfidence = posterior[label]!;
  to.confidence = calibrate(posterior[label]!);
  to.candles = candles;
  to.since = since;
  to.pending =
    pending === null ? null : { label: REGIMES[pending.label]!, count: pending.count, needed: pending.needed };
  to.challenger = REGIMES[challenger]!;
  to.lead = lead;
  to.path = path;
  to.floorArmed = floorArmed;
  return to;
}

/** Inputs of an hour's forecasts, in memory that the next hour may reuse. */
export interface ForecastInputs {
  time: number;
  /** Standardised features. */
  readonly features: Float64Array;
  /** Filtered probabilities of the labels, and those of each horizon by the chain only. */
  readonly posterior: Float64Array;
  readonly ahead: Readonly<Record<Horizon, Float64Array>>;
  /** Id of the published label. */
  label: number;
  volatility: ReturnVolatility;
  /** Expected volatility of a model with HAR+; null while undefined. */
  expected: HarPoint | null;
}

type Forecasts = Readonly<Record<Horizon, Forecast>>;

/**
 * Creates a function that computes the forecasts of consecutive hours. Only its result is new memory, unless one is
 * given.
 */
export function createForecasts({ heads }: NowcastModel): (known: ForecastInputs, into: Forecasts | null) => Forecasts {
  const inputs = new Float64Array(NEXT_REGIME_INPUTS.length);
  const forDirection = inputs.subarray(0, DIRECTION_INPUTS.length);
  const ofHorizon = (horizon: Horizon) => {
    const { nextRegime, direction, volatility, fillVolatility, volatilityWidth } = heads[horizon];
    const size = new Float64Array(volatilityWidth);
    const [next, moves, sizes] = [REGIMES, DIRECTIONS, VOLATILITIES].map(({ length }) => new Float64Array(length));
    return (known: ForecastInputs, into: Forecast | undefined): Forecast => {
      const chain = known.ahead[horizon];
      fillAhead(inputs, chain, 0);
      fillVolatility(size, known.time, known.volatility, known.posterior, known.expected?.[horizon]);
      const direct = nextRegime(inputs, next!, 0);
      const to: Mutable<Forecast> = into ?? {
        nextRegime: [],
        nextRegimeSource: 'chain',
        direction: null,
        volatility: null,
      };
      to.nextRegime = listOf(direct ? next! : chain, to.nextRegime);
      to.nextRegimeSource = direct ? 'direct' : 'chain';
      to.direction = direction(forDirection, moves!, 0) ? listOf(moves!, to.direction) : null;
      to.volatility = volatility(size, sizes!, 0) ? listOf(sizes!, to.volatility) : null;
      return to;
    };
  };
  const [h4, h24] = [ofHorizon('h4'), ofHorizon('h24')];
  return (known, into) => {
    fillKnown(inputs, known.features, known.posterior, 0, known.label);
    const first = h4(known, into?.h4);
    const second = h24(known, into?.h24);
    return into ?? { h4: first, h24: second };
  };
}
