/** Training rows of the market and the panel's coins. */

import { HOUR_MS, type Candles } from '@barograph/core';
import { HAR_DERIVATIVE_INPUTS, HAR_INPUTS, type HarSeries, type Observations, observe } from '@barograph/nowcast';
import type { TrainingConfig } from './config.ts';
import type { Sequence } from './em.ts';
import { FitError } from './fit-error.ts';

/**
 * Computes the training rows of a history.
 *
 * @param into columns to reuse, as in `observe`. @default new ones
 * @throws {UsageError} as `observe`.
 * @example
 * const rows = observeFor(hours, TRAINING_V3);
 * [rows.length, rows.har?.length]; // → [ 1500, 1500 ]
 */
export function observeFor(
  bars: Candles,
  { features, gaps, har }: TrainingConfig,
  into?: Omit<Observations, 'length'>,
): Observations {
  return observe(bars, features, { gaps, har: har?.har }, into);
}

/** First hour of `[from, to)` whose windows are full, and the hour after the last. */
export function trainingSpan(
  { time, length }: Observations,
  { warmUpBars }: TrainingConfig,
  from: number,
  to: number,
): { readonly from: number; readonly to: number } {
  if (length === 0) throw new FitError('expected rows, got none');
  const full = time[Math.min(warmUpBars, length) - 1]!;
  return { from: Math.max(from, full), to: Math.min(to, time[length - 1]! + HOUR_MS) };
}

/** Rows with features. */
export function rowsOf(columns: readonly Float64Array[]): number {
  return columns[0]!.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
}

/** The rows of the span, in new memory. */
export function trainingColumns(
  observations: Observations,
  config: TrainingConfig,
  from: number,
  to: number,
): Float64Array[] {
  const span = trainingSpan(observations, config, from, to);
  const { time, length, columns } = observations;
  const index = (at: number): number => Math.min(length, Math.max(0, Math.ceil((at - time[0]!) / HOUR_MS)));
  return columns.map((column) => column.slice(index(span.from), index(span.to)));
}

/**
 * Panel coins with enough rows in the span. All rows have equal weight; the config sets their total as a multiple of the
 * market's rows.
 */
export function panelSequences(
  panel: readonly Observations[],
  marketRows: number,
  config: TrainingConfig,
  from: number,
  to: number,
): { readonly sequences: readonly Sequence[]; readonly rows: number; readonly weight: number } {
  if (config.panel.weight === 0) return { sequences: [], rows: 0, weight: 0 };
  const coins = panel
    .filter(({ length }) => length >= config.warmUpBars)
    .map((coin) => trainingColumns(coin, config, from, to))
    .filter((columns) => rowsOf(columns) >= config.panel.leastRows);
  const rows = coins.reduce((sum, columns) => sum + rowsOf(columns), 0);
  const weight = rows === 0 ? 0 : (config.panel.weight * marketRows) / rows;
  return { sequences: coins.map((columns) => ({ columns, weight })), rows, weight };
}

/** The hours before a moment, in views of the same memory. */
export function hoursBefore(
  { time, close, missing, columns, har, length: all }: Observations,
  end: number,
): Observations {
  const found = time.findIndex((at) => at >= end);
  const length = found < 0 ? all : found;
  return {
    length,
    time: time.subarray(0, length),
    close: close.subarray(0, length),
    missing: missing.subarray(0, length),
    columns: columns.map((column) => column.subarray(0, length)),
    ...(har === undefined ? {} : { har: harBefore(har, length) }),
  };
}

function harBefore({ config, time, inputs, variance, returns, derivatives }: HarSeries, length: number): HarSeries {
  return {
    config,
    length,
    time: time.subarray(0, length),
    inputs: inputs.subarray(0, length * HAR_INPUTS.length),
    variance: variance.subarray(0, length),
    returns: returns.subarray(0, length),
    ...(derivatives === undefined
      ? {}
      : { derivatives: derivatives.subarray(0, length * HAR_DERIVATIVE_INPUTS.length) }),
  };
}
