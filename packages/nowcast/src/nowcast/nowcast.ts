/** Nowcast of closed hourly bars: features, filter, hysteresis and heads in one stream, with a JSON-safe snapshot. */

import {
  type Bar,
  checkBar,
  createRollingSum,
  HOUR_MS,
  LateBarError,
  type Mutable,
  type RollingSumSnapshot,
  UsageError,
} from '@barograph/core';
import type { NowcastModel } from '../artifact/load-model.ts';
import { createHar, type HarSnapshot } from '../har/har.ts';
import { createFeatureRow, FEATURES } from '../features/features.ts';
import type { FeaturesSnapshot } from '../features/windows.ts';
import { afterGap, GAPS_V1 } from '../features/gaps.ts';
import { standardizeValue } from '../features/standardize.ts';
import { MOST_MISSING } from '../features/gaps.ts';
import { HORIZONS } from '../heads/horizon-heads.ts';
import { createReturnVolatility, type ReturnVolatilitySnapshot } from '../heads/return-volatility.ts';
import { createFilter, type Filtered, type FilterSnapshot } from '../hmm/filter.ts';
import { fillLabels, fillLabelsAhead } from '../hmm/predict.ts';
import { hysteresis, type HysteresisState } from '../hysteresis/hysteresis.ts';
import { listOf } from '../list-of.ts';
import { createRecalibration, type RecalibrationSnapshot } from '../recalibration/recalibration.ts';
import { REGIMES } from '../regimes.ts';
import { historyQuality, QUALITY_V2 } from './quality.ts';
import { createForecasts, emptyPoint, regimeOf, type ForecastInputs, type NowcastPoint } from './point.ts';

function misplaced(time: number, last: { readonly time: number } | null): UsageError {
  const message = `"time" expected a full hour${last === null ? '' : ` after ${last.time}`}, got ${time}`;
  return time % HOUR_MS === 0 && last !== null ? new LateBarError(message, last.time) : new UsageError(message);
}

/** Running nowcast. Unlike an indicator it has no `peek`: it covers closed hours only. */
export interface Nowcast {
  /**
   * Commits a closed hour.
   *
   * @param into point of an earlier call that is no longer needed; its records and lists are overwritten, and it is
   * returned.
   * @throws {UsageError} when the bar is invalid, not a full hour, or not after the last; the message names both times,
   * and the state is unchanged.
   */
  next(bar: Bar, into?: NowcastPoint): NowcastPoint;
  /** Open of the last committed hour, epoch ms; null before the first. */
  readonly lastHour: number | null;
  snapshot(): NowcastSnapshot;
}

/** JSON-safe state of {@link createNowcast}. */
export interface NowcastSnapshot {
  readonly version: 1;
  readonly model: string;
  /** Time of the hour at which the windows began; in a state before version 2 of the flags, the first hour ever. */
  readonly first: number | null;
  readonly last: { readonly time: number; readonly close: number } | null;
  /** 1 for each of the last hours without a bar. */
  readonly missing: RollingSumSnapshot;
  readonly features: FeaturesSnapshot;
  readonly volatility: ReturnVolatilitySnapshot;
  /** State of HAR+; absent for models without it. */
  readonly har?: HarSnapshot;
  /** State of the recalibration; absent for models without it. */
  readonly recalibration?: RecalibrationSnapshot;
  readonly filter: FilterSnapshot;
  readonly machine: HysteresisState;
}

/**
 * Fills new lists, because the memory is reused for the next hour.
 *
 * @param known number of defined features. A list that ever contained null keeps boxing its numbers, so such lists are
 * created separately.
 */
function fillExplain(
  into: Mutable<NowcastPoint['explain']>,
  features: Float64Array,
  known: number,
  { probabilities, logLikelihood }: Filtered,
): void {
  into.features =
    known === features.length
      ? listOf(features, into.features.includes(null) ? null : into.features)
      : Array.from(features, (value) => (Number.isNaN(value) ? null : value));
  into.states = listOf(probabilities, into.states);
  into.logLikelihood = logLikelihood[0]!;
}

interface Expectation {
  readonly fill: (bar: Bar, into: Mutable<NowcastPoint>) => void;
  /** Hours without a bar. */
  readonly skip: () => void;
  readonly snapshot: () => Pick<NowcastSnapshot, 'har' | 'recalibration'>;
}

/** Expected volatility and its outcomes as fields of points and snapshots; empty for a model without HAR+. */
function createExpectation({ har, recalibrates }: NowcastModel, resume: NowcastSnapshot | undefined): Expectation {
  if (har === null) return { fill: () => {}, skip: () => {}, snapshot: () => ({}) };
  const stream = createHar(har.fit, har.config, resume?.har);
  const outcomes = recalibrates === null ? null : createRecalibration(recalibrates, resume?.recalibration);
  return {
    fill: (bar, into) => {
      const point = stream.next(bar, into.expectedVolatility ?? undefined);
      into.expectedVolatility = Number.isNaN(point.h24) ? null : point;
      if (outcomes === null) return;
      outcomes.next(bar.close, point.h24);
      into.recalibration = outcomes.value();
    },
    skip: () => outcomes?.skip(),
    snapshot: () => ({
      har: stream.snapshot(),
      ...(outcomes === null ? {} : { recalibration: outcomes.snapshot() }),
    }),
  };
}

function checkResume(model: string, resume: NowcastSnapshot | undefined): void {
  if (resume === undefined || (resume.version === 1 && resume.model === model)) return;
  throw new UsageError(
    `"resume" expected a version 1 snapshot of model ${model}, got version ${resume.version} of model ${resume.model}`,
  );
}

/**
 * Start of the windows. They count their bars, including carried ones, so an older state's first hour is not needed.
 */
function firstOfRun({ features, last }: NowcastSnapshot): number | null {
  return last === null ? null : last.time - (features.bars - 1) * HOUR_MS;
}

/**
 * Creates a nowcast, new or resumed.
 * @param resume snapshot of a nowcast with the same model, to resume.
 * @throws {UsageError} when the snapshot has another version or model.
 * @example
 * const nowcast = createNowcast(model);
 * for (let i = 0; i < 1_499; i++) nowcast.next(barAt(hours, i));
 * const { regime } = nowcast.next(barAt(hours, 1_499));
 * [regime?.label, regime?.candles, regime?.confidence.toFixed(2)]; // → [ 'squeeze', 48, '0.99' ]
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- an hour and the missing hours before it share one state
export function createNowcast(model: NowcastModel, resume?: NowcastSnapshot): Nowcast {
  const { artifact, hmm } = model;
  checkResume(artifact.modelVersion, resume);
  const { median, scale } = artifact.standardization;
  const machine = hysteresis(artifact.hysteresis);
  const filter = createFilter(hmm, resume?.filter);
  const volatility = createReturnVolatility(resume?.volatility);
  const expectation = createExpectation(model, resume);
  let features = createFeatureRow(artifact.features, resume?.features);
  let state = resume?.machine ?? machine.initial;
  let first = resume === undefined ? null : firstOfRun(resume);
  let last = resume?.last ?? null;
  const missing = createRollingSum(QUALITY_V2.sparseHours, { minCount: 1 }, resume?.missing);
  const nothing = new Float64Array(FEATURES.length).fill(NaN);
  const forecasts = createForecasts(model);
  // Memory of the current hour; a point gets copies.
  let filtered: Filtered | undefined;
  const z = new Float64Array(FEATURES.length);
  const posterior = new Float64Array(REGIMES.length);
  const seen = { time: NaN, posterior };
  const ahead = { h4: new Float64Array(REGIMES.length), h24: new Float64Array(REGIMES.length) };
  const hand: ForecastInputs = {
    time: NaN,
    features: z,
    posterior,
    ahead,
    label: -1,
    volatility: volatility.peek(NaN),
    expected: null,
  };
  const statesAhead = new Float64Array(hmm.chain.transition.stride);

  /** Missing hours: the filter predicts through all of them, the windows are carried through at most a day. */
  const skip = (from: { readonly time: number; readonly close: number }, hours: number): void => {
    const { close } = from;
    if (hours > 0) expectation.skip();
    const carried = hours <= MOST_MISSING;
    if (!carried) {
      features = createFeatureRow(artifact.features, afterGap(features.snapshot(), hours, artifact.gaps ?? GAPS_V1));
      first = null;
    }
    for (let hour = 1; hour <= hours; hour++) {
      const time = from.time + hour * HOUR_MS;
      if (carried) features.feed('next', { time, open: close, high: close, low: close, close, volume: 0 });
      filter.next(nothing);
      volatility.next(NaN);
      missing.next(1);
    }
  };

  return {
    next: (bar, into) => {
      checkBar(bar);
      const { time, close } = bar;
      if (time % HOUR_MS !== 0 || (last !== null && time <= last.time)) throw misplaced(time, last);
      if (last !== null) skip(last, (time - last.time) / HOUR_MS - 1);
      first ??= time;
      last = { time, close };
      const quality = historyQuality((time - first) / HOUR_MS + 1, missing.next(0));
      const point: Mutable<NowcastPoint> = into ?? emptyPoint(model, quality);
      point.time = time;
      point.quality = quality;
      features.feed('next', bar);
      let known = 0;
      for (let i = 0; i < z.length; i++) {
        z[i] = standardizeValue(features.row[i]![0]!, median[i]!, scale[i]!);
        known += Number(z[i] === z[i]);
      }
      filtered = filter.next(z, filtered);
      const volatilities = volatility.next(close, point.volatility ?? undefined);
      point.volatility = Number.isNaN(volatilities.h24) ? null : volatilities;
      expectation.fill(bar, point);
      fillExplain(point.explain, z, known, filtered);
      if (known === 0) {
        point.regime = null;
        point.now = null;
        point.forecasts = null;
        return point;
      }

      fillLabels(hmm, filtered.probabilities, 0, posterior, 0);
      seen.time = time;
      const { state: after, output } = machine.step(state, seen);
      state = after;
      fillLabelsAhead(hmm, HORIZONS.h4, filtered.probabilities, 0, statesAhead, ahead.h4, 0);
      fillLabelsAhead(hmm, HORIZONS.h24, filtered.probabilities, 0, statesAhead, ahead.h24, 0);
      point.regime = regimeOf(model, output, posterior, point.regime);
      point.now = listOf(posterior, point.now);
      hand.time = time;
      hand.label = output.label;
      hand.volatility = volatilities;
      hand.expected = point.expectedVolatility ?? null;
      point.forecasts = forecasts(hand, point.forecasts);
      return point;
    },
    get lastHour() {
      return last?.time ?? null;
    },
    snapshot: () => ({
      version: 1,
      model: artifact.modelVersion,
      first,
      last,
      missing: missing.snapshot(),
      features: features.snapshot(),
      volatility: volatility.snapshot(),
      ...expectation.snapshot(),
      filter: filter.snapshot(),
      machine: state,
    }),
  };
}
