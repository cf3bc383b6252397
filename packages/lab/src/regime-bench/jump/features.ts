/**
 * Features of jump models, hour by hour: exponential means of the return, of its downside deviation and their ratio.
 *
 * @source Y. Shu, C. Yu, J. M. Mulvey, Downside risk reduction using regime-switching signals: a statistical jump model
 * approach, Journal of Asset Management 25, 2024; halflives in bars as in the example of their package `jumpmodels`.
 */

import { barAt, type Bar, type Candles } from '@barograph/core';
import { returnStream } from '../returns.ts';

/** Halflives in bars. */
const HALFLIVES = [5, 20, 60] as const;
/** Bars before which there is no row: three of the longest halflives, or an early ratio would set the scale of all. */
const WARM_UP = 180;
/** A logarithm and a ratio need a number above 0. */
const LEAST = 1e-12;
/** Deviations beyond which a standardised feature is cut. */
const CUT = 3;

/** An exponential mean whose weights sum to 1 from the first value on. */
export function exponentialMean(halflife: number): (value: number) => number {
  const kept = 2 ** (-1 / halflife);
  let [sum, weight] = [0, 0];
  return (value) => {
    sum = kept * sum + value;
    weight = kept * weight + 1;
    return sum / weight;
  };
}

/** Features of one hour after another, from its log return: three for each halflife. */
function rawFeatures(): (change: number) => readonly number[] {
  const means = HALFLIVES.map((halflife) => [exponentialMean(halflife), exponentialMean(halflife)] as const);
  return (change) =>
    means.flatMap(([mean, square]) => {
      const level = mean(change);
      const downside = Math.sqrt(LEAST + square(Math.min(change, 0) ** 2));
      return [level, Math.log(downside), level / downside];
    });
}

/** Rows of a history; undefined while warming. */
function rowStream(): (bar: Pick<Bar, 'close'>) => readonly number[] | undefined {
  const [returnOf, featuresOf] = [returnStream(), rawFeatures()];
  let bars = 0;
  return (bar) => {
    const change = returnOf(bar);
    bars++;
    const row = Number.isNaN(change) ? undefined : featuresOf(change);
    return bars > WARM_UP ? row : undefined;
  };
}

/** Standardised features, with the scales of a training span. */
export interface JumpFeatures {
  /** Training hours with features, feature by feature. */
  readonly columns: readonly Float64Array[];
  /** Log returns of the same hours. */
  readonly returns: Float64Array;
  /** A stream of rows in memory that the next call writes over; undefined while warming. */
  readonly stream: () => (bar: Pick<Bar, 'close'>) => Float64Array | undefined;
}

/** Learns means and deviations of the features. Rows are cut at three deviations, as by the authors. */
export function fitFeatures(training: Candles): JumpFeatures {
  const [rowOf, returnOf] = [rowStream(), returnStream()];
  const hours = Array.from({ length: training.length }, (_, t) => {
    const bar = barAt(training, t);
    return { row: rowOf(bar), change: returnOf(bar) };
  }).flatMap(({ row, change }) => (row === undefined ? [] : [{ row, change }]));
  const laws = Array.from({ length: 3 * HALFLIVES.length }, (_, i) => {
    const mean = hours.reduce((sum, { row }) => sum + row[i]!, 0) / hours.length;
    const spread = Math.sqrt(hours.reduce((sum, { row }) => sum + (row[i]! - mean) ** 2, 0) / hours.length);
    return (value: number): number => Math.max(-CUT, Math.min(CUT, spread > 0 ? (value - mean) / spread : 0));
  });
  return {
    columns: laws.map((law, i) => Float64Array.from(hours, ({ row }) => law(row[i]!))),
    returns: Float64Array.from(hours, ({ change }) => change),
    stream: () => {
      const live = rowStream();
      const out = new Float64Array(laws.length);
      return (bar) => {
        const row = live(bar);
        if (row === undefined) return undefined;
        laws.forEach((law, i) => (out[i] = law(row[i]!)));
        return out;
      };
    },
  };
}
