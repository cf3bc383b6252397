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
  /** Shifts of the forecasts of the next day, from the outcomes so far; left out by models without a recalibration. */
  readonly recalibration?: Recalibrated;
  readonly quality: HistoryQuality;
  /** Breaks that the hour suffers from, of {@link createTradedNowcast}; left out without any. */
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

/** A point that nothing is said in yet. */
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

/** @param into is filled, and is the answer; a new one where there is none. */
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

/** Everything that the forecasts of an hour are made of, in memory that the next hour may use again. */
export interface ForecastInputs {
  time: number;
  /** Standardised features. */
  readonly features: Float64Array;
  /** Filtered probabilities of the labels, and those of each horizon by the chain alone. */
  readonly posterior: Float64Array;
  readonly ahead: Readonly<Record<Horizon, Float64Array>>;
  /** Id of the published label. */
  label: number;
  volatility: ReturnVolatility;
  /** Of a model with a HAR+; null while undefined. */
  expected: HarPoint | null;
}

type Forecasts = Readonly<Record<Horizon, Forecast>>;

/** Forecasts of one hour after another. Only what is returned is new, and not that where it is given. */
export function createForecasts({ heads }: NowcastModel): (of: ForecastInputs, into: Forecasts | null) => Forecasts {
  const inputs = new Float64Array(NEXT_REGIME_INPUTS.length);
  const forDirection = inputs.subarray(0, DIRECTION_INPUTS.length);
  const ofHorizon = (horizon: Horizon) => {
    const { nextRegime, direction, volatility, fillVolatility, volatilityWidth } = heads[horizon];
    const size = new Float64Array(volatilityWidth);
    const [next, moves, sizes] = [REGIMES, DIRECTIONS, VOLATILITIES].map(({ length }) => new Float64Array(length));
    return (of: ForecastInputs, into: Forecast | undefined): Forecast => {
      const chain = of.ahead[horizon];
      fillAhead(inputs, chain, 0);
      fillVolatility(size, of.time, of.volatility, of.posterior, of.expected?.[horizon]);
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
  return (of, into) => {
    fillKnown(inputs, of.features, of.posterior, 0, of.label);
    const first = h4(of, into?.h4);
    const second = h24(of, into?.h24);
    return into ?? { h4: first, h24: second };
  };
}
