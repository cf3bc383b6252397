/**
 * HAR+: a heterogeneous autoregression of log range volatility, with the hour, the weekend and falling prices among its
 * inputs. Inputs and sources are in `inputs.ts`; the fits come from training.
 */

import {
  type Bar,
  candleColumns,
  type Candles,
  columnStream,
  givenColumn,
  HOUR_MS,
  type KernelSnapshot,
  type Mutable,
  OF_SLOTS,
  stateFrom,
  type Stream,
  UsageError,
} from '@barograph/core';
import { checkHarConfig, HAR_V1, type HarConfig } from './config.ts';
import { checkHarFit, createForecast, type HarFit, type HarLines, type HarPoint } from './fit.ts';
import type { Horizon } from '../heads/horizon-heads.ts';
import { HAR_INPUTS, harKernel } from './inputs.ts';
import { listOf } from '../list-of.ts';
import { namedColumns } from '../named-columns.ts';

/**
 * JSON-safe state of {@link createHar}. It does not depend on the fit, so a stream with another fit may resume from it.
 */
export type HarSnapshot = KernelSnapshot<HarConfig>;

/** Inputs and variance of every bar of a series. */
export interface HarRows {
  readonly length: number;
  /** Inputs row by row, one number per name of `HAR_INPUTS`; NaN while undefined. */
  readonly inputs: Float64Array;
  /** Garman–Klass–Yang–Zhang variance of the hour, in log prices. */
  readonly variance: Float64Array;
}

/**
 * Number of hours with a bar before the first forecast.
 *
 * @param config parameters. @default HAR_V1
 * @throws {UsageError} when the config is invalid.
 * @example
 * harLookback(); // → 167
 */
export function harLookback(config: HarConfig = HAR_V1): number {
  const { leastHours, windows } = checkHarConfig(config);
  const [quarter, day, week] = windows;
  return Math.max(leastHours, Math.ceil(quarter / 2), Math.ceil(day / 2), Math.ceil(week / 2)) - 1;
}

/**
 * Computes the inputs of a series.
 *
 * @param bars hourly bars, oldest first, any positive price scale; hours without a bar are absent.
 * @param config parameters. @default HAR_V1
 * @param into columns to fill in place of new ones, none of the bars: an earlier answer of as many rows will do.
 * @throws {UsageError} when the config is invalid, a bar is not on a full hour, or columns differ in length.
 * @example
 * const { inputs, variance } = harRows(hours);
 * inputs.length / HAR_INPUTS.length === hours.length; // → true
 */
export function harRows(
  bars: Candles,
  config: HarConfig = HAR_V1,
  into?: Pick<HarRows, 'inputs' | 'variance'>,
): HarRows {
  const { length } = bars;
  const inputs = givenColumn('into.inputs', length * HAR_INPUTS.length, into?.inputs);
  const variance = givenColumn('into.variance', length, into?.variance);
  fillHarRows(bars, config, inputs, variance, (i) => i);
  return { length, inputs, variance };
}

/**
 * Fills columns with {@link harRows}. Bars have to be on full hours.
 *
 * @param row row of a bar in the columns.
 */
export function fillHarRows(
  bars: Candles,
  config: HarConfig,
  inputs: Float64Array,
  variance: Float64Array,
  row: (i: number) => number,
): void {
  const { slots, advance } = harKernel(checkHarConfig(config));
  const state = new Float64Array(slots);
  for (let i = 0; i < bars.length; i++) {
    checkHour(bars.time[i]!);
    advance(state, bars, i, variance, inputs, row(i));
  }
}

/**
 * Computes the volatility expected after every bar of a series.
 *
 * @param bars as for {@link harRows}.
 * @param config parameters. @default HAR_V1
 * @param into columns to fill in place of new ones, none of the bars: an earlier answer of as many rows will do.
 * @returns standard deviations of the hourly log returns of the next 4 and 24 hours; NaN for the first `harLookback()`
 * rows, and when fewer than half of the last 6, 24 or 168 hours have a bar.
 * @throws {UsageError} when fit or config are invalid, a bar is not on a full hour, or a column has another length.
 * @example
 * const { h4, h24 } = har(hours, model.artifact.har!.market);
 * Number.isNaN(h24[166]); // → true
 * (100 * h24[1_499] * Math.sqrt(24)).toFixed(2); // → '2.15'
 */
export function har(
  bars: Candles,
  fit: HarFit,
  config: HarConfig = HAR_V1,
  into?: Readonly<Record<Horizon, Float64Array>>,
): Readonly<Record<Horizon, Float64Array>> {
  const { length, inputs } = harRows(bars, config);
  const points = volatilityOf(fit);
  const columns = namedColumns(['h4', 'h24'], length, into);
  for (let i = 0; i < length; i++) {
    columns.h4[i] = points.h4(inputs, i * HAR_INPUTS.length);
    columns.h24[i] = points.h24(inputs, i * HAR_INPUTS.length);
  }
  return columns;
}

/**
 * Prepares the expected volatility of both horizons from inputs.
 * @returns by horizon a function of a row of inputs that starts at index `at`: standard deviation per hour; NaN while
 * an input is unknown.
 * @throws {UsageError} when the fit is invalid.
 * @example
 * const { h24 } = volatilityOf(model.artifact.har!.market);
 * const { inputs } = harSeries(hours);
 * h24(inputs, 1_400 * HAR_INPUTS.length) > 0; // → true
 */
export function volatilityOf(
  fit: HarFit,
): Readonly<Record<Horizon, (inputs: ArrayLike<number>, at: number) => number>> {
  return expectedOf(checkHarFit('fit', fit));
}

/**
 * Applies {@link volatilityOf} to checked fits.
 * @returns by horizon a function of a row of inputs that starts at index `at`: standard deviation per hour; NaN while
 * an input is unknown.
 * @example
 * const { h24 } = expectedOf(model.artifact.har!.market);
 * h24(harSeries(hours).inputs, 0); // → NaN
 */
export function expectedOf(lines: HarLines): ReturnType<typeof volatilityOf> {
  const expectedAt = (horizon: Horizon) => {
    const { returnScale, ...line } = lines[horizon];
    const log = createForecast(line);
    return (inputs: ArrayLike<number>, at: number): number => returnScale * Math.exp(log(inputs, at));
  };
  return { h4: expectedAt('h4'), h24: expectedAt('h24') };
}

/**
 * Creates the stream of {@link har}, equal to the bit.
 *
 * @param config parameters. @default HAR_V1
 * @param resume snapshot of a stream with the same config, to resume.
 * @throws {UsageError} when fit or config are invalid, the snapshot has another version or config, or (from `next` and
 * `peek`) a bar is invalid, not after the last, or not on a full hour.
 * @example
 * const expected = createHar(model.artifact.har!.market);
 * const points = Array.from(hours.time, (_, i) => expected.next(barAt(hours, i)));
 * points[1_499].h24 === har(hours, model.artifact.har!.market).h24[1_499]; // → true
 */
export function createHar(
  fit: HarFit,
  config: HarConfig = HAR_V1,
  resume?: HarSnapshot,
): Stream<Bar, HarPoint, HarSnapshot> {
  const { slots, advance } = harKernel(checkHarConfig(config));
  const { h4, h24 } = volatilityOf(fit);
  const inputs = new Float64Array(HAR_INPUTS.length);
  const variance = new Float64Array(1);
  const hour = candleColumns(1);
  return columnStream<HarConfig, Float64Array, HarPoint>(
    {
      ...OF_SLOTS,
      config,
      state: stateFrom(config, slots, resume),
      forming: new Float64Array(slots),
      empty: () => ({ h4: NaN, h24: NaN, inputs: [], derivatives: false }),
      feed: (to, bar, into: Mutable<HarPoint>) => {
        checkHour(bar.time);
        hour.time[0] = bar.time;
        hour.open[0] = bar.open;
        hour.high[0] = bar.high;
        hour.low[0] = bar.low;
        hour.close[0] = bar.close;
        advance(to, hour, 0, variance, inputs, 0);
        into.h4 = h4(inputs, 0);
        into.h24 = h24(inputs, 0);
        into.inputs = Number.isNaN(inputs[0]!) ? [] : listOf(inputs, into.inputs);
        into.derivatives = false;
      },
    },
    resume,
  );
}

/** Checks that a time is a full hour. @throws {UsageError} otherwise. */
export function checkHour(time: number): void {
  if (time % HOUR_MS !== 0) throw new UsageError(`"time" expected a full hour, got ${time}`);
}
