/**
 * Least squares of the log range volatility on inputs known at the close of an hour, per coin. Each fit shrinks towards the
 * pooled fit of all coins, which counts as κ rows.
 *
 * With `M = XᵀX` and `b = Xᵀy` per coin, `S` the pooled `XᵀX` per row, and `β` the pooled fit:
 *
 * `β_coin = (M + κ·S)⁻¹·(b + κ·S·β)`
 *
 * A coin without rows gets the pooled fit; with many rows it approaches its own.
 *
 * @source A. Zellner, On assessing prior distributions and Bayesian regression analysis with g-prior distributions, in
 * Bayesian Inference and Decision Techniques, 1986: a prior in units of rows of the design. F. Corsi 2009, as in
 * `har/inputs.ts`.
 */

import { UsageError } from '@barograph/core';
import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import {
  HAR_DERIVATIVE_INPUTS,
  HAR_DERIVATIVES_V1,
  HAR_INPUTS,
  type HarFit,
  type HarHorizon,
  type HarLines,
  type HarSeries,
  HORIZONS,
} from '@barograph/nowcast';
import { createForecast } from '@barograph/nowcast/parts';
import { FitError } from './fit-error.ts';
import { HAR_TRAINING_V1, type HarTrainingConfig } from './har-config.ts';

const BASE = HAR_INPUTS.length;
const MORE = HAR_DERIVATIVE_INPUTS.length;

/** Inputs of a fit: from bars, or from bars and derivatives. */
interface Design {
  readonly inputs: readonly string[];
  readonly isKnown: (series: HarSeries, t: number) => boolean;
  /** Writes the inputs of hour `t` from 0 on. */
  readonly read: (series: HarSeries, t: number, into: Float64Array) => void;
}

const OF_BARS: Design = {
  inputs: HAR_INPUTS,
  isKnown: ({ inputs }, t) => !Number.isNaN(inputs[t * BASE]!),
  read: ({ inputs }, t, into) => into.set(inputs.subarray(t * BASE, (t + 1) * BASE)),
};

const OF_DERIVATIVES: Design = {
  inputs: [...HAR_INPUTS, ...HAR_DERIVATIVE_INPUTS],
  isKnown: (series, t) => OF_BARS.isKnown(series, t) && !Number.isNaN(series.derivatives?.[t * MORE] ?? NaN),
  read: (series, t, into) => {
    OF_BARS.read(series, t, into);
    into.set(series.derivatives!.subarray(t * MORE, (t + 1) * MORE), BASE);
  },
};

/** Number of columns; the last one is 1, for the intercept. */
const widthOf = ({ inputs }: Design): number => inputs.length + 1;

/** Sums of one horizon over rows. */
interface Moments {
  readonly xx: Float64Array;
  readonly xy: Float64Array;
  rows: number;
}

const nothing = (width: number): Moments => ({
  xx: new Float64Array(width * width),
  xy: new Float64Array(width),
  rows: 0,
});

function addTo(sum: Moments, { xx, xy, rows }: Moments): void {
  xx.forEach((value, i) => (sum.xx[i] = sum.xx[i]! + value));
  xy.forEach((value, i) => (sum.xy[i] = sum.xy[i]! + value));
  sum.rows += rows;
}

/**
 * Log range volatility and mean squared return over the `steps` hours after hour `t`; NaN when too few hours are known.
 * @param config parameters. @default HAR_TRAINING_V1
 *
 * @example
 * const { log, square } = harOutcome(harSeries(hours), 1_000, 24);
 * [Math.exp(log), Math.sqrt(square)].map((sigma) => (100 * sigma).toFixed(3)); // → [ '1.343', '1.730' ]
 */
export function harOutcome(
  { variance, returns }: Pick<HarSeries, 'variance' | 'returns'>,
  t: number,
  steps: number,
  { har, leastKnown }: HarTrainingConfig = HAR_TRAINING_V1,
): { readonly log: number; readonly square: number } {
  let [sum, known, squares, moves] = [0, 0, 0, 0];
  for (let s = t + 1; s <= t + steps; s++) {
    const g = variance[s]!;
    if (g >= 0) {
      sum += g;
      known++;
    }
    const r = returns[s]!;
    if (!Number.isNaN(r)) {
      squares += r * r;
      moves++;
    }
  }
  if (known < leastKnown * steps || moves === 0) return { log: NaN, square: NaN };
  return { log: Math.log(Math.sqrt(sum / known) + har.epsilon), square: squares / moves };
}

/** Hours `[from, to)`, horizon, and config of the fit. */
interface Task {
  readonly design: Design;
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  readonly config: HarTrainingConfig;
}

/** Hours of `[from, to)` with inputs whose outcome is known before `to`. */
function* originsOf(series: HarSeries, { design, from, to, steps }: Task): Generator<number> {
  const { time, length } = series;
  for (let t = 0; t + steps < length && time[t + steps]! < to; t++) {
    if (time[t]! >= from && design.isKnown(series, t)) yield t;
  }
}

function momentsOf(series: HarSeries, task: Task): Moments {
  const { design, steps, config } = task;
  const width = widthOf(design);
  const moments = nothing(width);
  const { xx, xy } = moments;
  const x = new Float64Array(width).fill(1);
  for (const t of originsOf(series, task)) {
    const { log } = harOutcome(series, t, steps, config);
    if (Number.isNaN(log)) continue;
    design.read(series, t, x);
    for (let i = 0; i < width; i++) {
      for (let j = 0; j <= i; j++) xx[i * width + j] = xx[i * width + j]! + x[i]! * x[j]!;
      xy[i] = xy[i]! + x[i]! * log;
    }
    moments.rows++;
  }
  for (let i = 0; i < width; i++) for (let j = i + 1; j < width; j++) xx[i * width + j] = xx[j * width + i]!;
  return moments;
}

/** Ridge of a millionth of a row: a constant input gets no weight, and other weights are unaffected. */
const RIDGE = 1e-6;

function solve({ xx, xy, rows }: Moments): Float64Array {
  const width = xy.length;
  const matrix = Matrix.from1DArray(width, width, Array.from(xx));
  for (let i = 0; i < width - 1; i++) matrix.set(i, i, matrix.get(i, i) + RIDGE * rows);
  const decomposition = new CholeskyDecomposition(matrix);
  if (!decomposition.isPositiveDefinite()) throw new FitError('the moments of the volatility fit are not positive');
  return Float64Array.from(decomposition.solve(Matrix.columnVector(Array.from(xy))).to1DArray());
}

/** Adds `κ` rows of the pooled fit to a coin's moments. */
function drawn(own: Moments, pooled: Moments, line: Float64Array, worth: number): Moments {
  const width = line.length;
  const sum = nothing(width);
  addTo(sum, own);
  const share = worth / pooled.rows;
  for (let i = 0; i < width; i++) {
    let product = 0;
    for (let j = 0; j < width; j++) {
      const value = share * pooled.xx[i * width + j]!;
      sum.xx[i * width + j] = sum.xx[i * width + j]! + value;
      product += value * line[j]!;
    }
    sum.xy[i] = sum.xy[i]! + product;
  }
  sum.rows += worth;
  return sum;
}

/** Sums of squared errors, and of squared returns in units of the forecast. */
interface Misses {
  readonly squares: number;
  readonly scaled: number;
  readonly rows: number;
}

function missesOf(series: HarSeries, line: Float64Array, task: Task): Misses {
  const { design, steps, config } = task;
  const last = line.length - 1;
  const forecast = createForecast({ coefficients: Array.from(line.subarray(0, last)), intercept: line[last]! });
  const x = new Float64Array(line.length);
  let [squares, scaled, rows] = [0, 0, 0];
  for (const t of originsOf(series, task)) {
    const { log, square } = harOutcome(series, t, steps, config);
    if (Number.isNaN(log)) continue;
    design.read(series, t, x);
    const expected = forecast(x, 0);
    squares += (log - expected) ** 2;
    scaled += square / Math.exp(2 * expected);
    rows++;
  }
  return { squares, scaled, rows };
}

function horizonOf(line: Float64Array, { squares, scaled, rows }: Misses): HarHorizon {
  const last = line.length - 1;
  return {
    coefficients: Array.from(line.subarray(0, last)),
    intercept: line[last]!,
    deviation: Math.sqrt(squares / rows),
    returnScale: Math.sqrt(scaled / rows),
  };
}

/** Fits per series, and the pooled fit. */
export interface HarFits {
  readonly pooled: HarFit;
  /** One fit per series, in order; the pooled fit for series with too few rows. */
  readonly own: readonly HarFit[];
}

/**
 * Fits every series on `[from, to)`. The same rows give the same bits. Series with derivatives get a second fit on the hours
 * with known derivatives, shrunk towards the pooled fit of such hours; the first fit does not depend on derivatives.
 * The default of `config` is HAR_TRAINING_V1.
 *
 * @param series coins; the first may be the market.
 * @throws {UsageError} without series.
 * @throws {FitError} when no series has a row.
 * @example
 * const { pooled, own } = fitHar([harSeries(hours)], { from: hours.time[0], to: hours.time[1_400] });
 * [pooled.rows, own.length]; // → [ 1209, 1 ]
 * createHar(own[0]); // the same fit, hour by hour
 */
export function fitHar(
  series: readonly HarSeries[],
  {
    from,
    to,
    config = HAR_TRAINING_V1,
  }: { readonly from: number; readonly to: number; readonly config?: HarTrainingConfig },
): HarFits {
  if (series.length === 0) throw new UsageError('"series" expected at least one, got none');
  const task = { from, to, config };
  const base = fitLines(series, OF_BARS, task);
  if (base === undefined) throw new FitError('expected hours with volatility inputs, got none');
  const more = fitLines(series, OF_DERIVATIVES, task);
  if (more === undefined) return base;
  return {
    pooled: base.pooled,
    own: base.own.map((fit, i) => {
      const lines = more.own[i]!;
      return lines.rows < config.leastRows ? fit : { ...fit, derivatives: { ...lines, config: HAR_DERIVATIVES_V1 } };
    }),
  };
}

/** Lines of both horizons per series and pooled; undefined when no hour has the inputs. */
function fitLines(
  series: readonly HarSeries[],
  design: Design,
  { from, to, config }: Pick<Task, 'from' | 'to' | 'config'>,
): { readonly pooled: HarLines; readonly own: readonly HarLines[] } | undefined {
  const [h4, h24] = [
    fitHorizon(series, { design, from, to, config, steps: HORIZONS.h4 }),
    fitHorizon(series, { design, from, to, config, steps: HORIZONS.h24 }),
  ];
  if (h4 === undefined || h24 === undefined) return undefined;
  const inputs = [...design.inputs];
  return {
    pooled: { inputs, h4: h4.pooled, h24: h24.pooled, rows: h24.all },
    own: h4.own.map((line, i) => ({ inputs, h4: line, h24: h24.own[i]!, rows: h24.rows[i]! })),
  };
}

function fitHorizon(series: readonly HarSeries[], task: Task) {
  const { config } = task;
  const own = series.map((one) => momentsOf(one, task));
  const pooled = nothing(widthOf(task.design));
  for (const moments of own) addTo(pooled, moments);
  if (pooled.rows === 0) return undefined;
  const line = solve(pooled);
  const lines = own.map((moments) =>
    moments.rows < config.leastRows ? line : solve(drawn(moments, pooled, line, config.pooledRows)),
  );
  const misses = series.map((one, i) => missesOf(one, lines[i]!, task));
  const all = misses.reduce(
    (sum, { squares, scaled, rows }) => ({
      squares: sum.squares + squares,
      scaled: sum.scaled + scaled,
      rows: sum.rows + rows,
    }),
    { squares: 0, scaled: 0, rows: 0 },
  );
  const share = config.pooledRows / all.rows;
  return {
    pooled: horizonOf(line, all),
    own: lines.map((fitted, i) =>
      horizonOf(fitted, {
        squares: misses[i]!.squares + share * all.squares,
        scaled: misses[i]!.scaled + share * all.scaled,
        rows: misses[i]!.rows + config.pooledRows,
      }),
    ),
    rows: own.map(({ rows }) => rows),
    all: pooled.rows,
  };
}
