/**
 * Online recalibration of the day ahead: outcomes of a scope's forecasts move its next ones, in small and bounded
 * steps.
 */

import { clamp } from '@barograph/core';
import { fallOf } from '../monte-carlo/monte-carlo.ts';
import type { Recalibrates } from './fit.ts';

/** 1 − 0.95 exceeds 0.05 by a rounding error. */
const SLACK = 1e-9;

/** Steps so far; plain JSON. */
export interface RecalibrationSnapshot {
  readonly version: string;
  readonly outcomes: number;
  readonly quantiles: readonly number[];
  readonly drawdown: number;
  readonly ratio: number | null;
  /**
   * Log closes and expected volatilities of the last consecutive hours, oldest first; null for an undefined volatility.
   */
  readonly hours: readonly (readonly [logClose: number, expected: number | null])[];
}

/** Shifts of the next-day forecasts, from outcomes so far. */
export interface Recalibrated {
  /** Number of hours with a known outcome. */
  readonly outcomes: number;
  /**
   * Factor of each simulated quantile, in the order of the fit; 1 before the first outcome, and always for inner ones.
   */
  readonly quantiles: readonly number[];
  /** Shift of the drawdown logit. */
  readonly drawdown: number;
  /** Geometric mean of realised over expected daily volatility; null before the first outcome. */
  readonly ratio: number | null;
}

/** Running recalibration of one scope. */
export interface Recalibration {
  /**
   * Adds the next hour. @param expected volatility per hour expected for the next day, from bars only; NaN while
   * undefined.
   */
  next(close: number, expected: number): void;
  /** Adds an hour without a bar: a day that contains one has no known outcome. */
  skip(): void;
  value(): Recalibrated;
  snapshot(): RecalibrationSnapshot;
}

/**
 * Creates the recalibration. Each hour has the outcome of the forecast a day before. With `u = σ√24` of that hour, `m`
 * the move of the day and `f` its deepest fall of closes, both in log prices, and `α` the share beyond a quantile:
 *
 * - quantile at `z`, with a share of at most `tail` beyond it: `θ ← θ + rate·(1[m beyond u·z·exp θ] − α)`, its factor
 *   is `exp θ`;
 * - drawdown: `b ← b + rate·(1[f > depth] − p)` with `logit p = line(u) + b`, and `b` is added to the logit;
 * - volatility: an exponential mean of `ln(realised / σ)`, which moves no forecast.
 *
 * θ and b are bounded. While no bound is reached, the share of outcomes beyond a quantile differs from `α` by at most
 * `(bound + rate)/(rate·outcomes)`, whatever the market does.
 *
 * @param resume steps to resume; those of another version are ignored.
 * @source I. Gibbs, E. Candès, Adaptive conformal inference under distribution shift, 2021, eq. 2 and prop. 4.1; A.
 * Angelopoulos, E. Candès, R. Tibshirani, Conformal PID control for time series prediction, 2023, section 2.1 (quantile
 * tracking). The scale of a quantile takes the place of their threshold.
 * @example
 * const steps = createRecalibration(model.recalibrates!);
 * const { h24 } = har(hours, model.har!.fit);
 * for (let t = 0; t < hours.length; t++) steps.next(hours.close[t], h24[t]);
 * steps.value().outcomes; // → 1309
 */
export function createRecalibration(
  { config, fit, drawdown: line }: Recalibrates,
  resume?: RecalibrationSnapshot,
): Recalibration {
  const { hours, tail, quantileRate, quantileBound, drawdownRate, drawdownBound, ratioRate } = config;
  const known = resume?.version === config.version ? resume : undefined;
  const thetas = Float64Array.from(fit.quantiles, (_, k) => known?.quantiles[k] ?? 0);
  const depth = fallOf(fit.depth);
  let outcomes = known?.outcomes ?? 0;
  let shift = known?.drawdown ?? 0;
  let ratio = known?.ratio ?? NaN;
  let last: (readonly [logClose: number, expected: number])[] = (known?.hours ?? []).map(([price, expected]) => [
    price,
    expected ?? NaN,
  ]);

  /** Move, deepest fall and root mean square of the hourly moves of the day that ends with `price`, in logarithms. */
  const dayBefore = (price: number): { move: number; fall: number; realised: number } => {
    const first = last[0]![0];
    let [peak, fall, squares, before] = [first, 0, 0, first];
    for (let i = 1; i <= last.length; i++) {
      const now = i < last.length ? last[i]![0] : price;
      peak = Math.max(peak, now);
      fall = Math.max(fall, peak - now);
      squares += (now - before) ** 2;
      before = now;
    }
    return { move: before - first, fall, realised: Math.sqrt(squares / last.length) };
  };

  const learn = (price: number, expected: number): void => {
    const { move, fall, realised } = dayBefore(price);
    const unit = expected * Math.sqrt(hours);
    for (let k = 0; k < thetas.length; k++) {
      const { share, at } = fit.quantiles[k]!;
      const alpha = Math.min(share, 1 - share);
      if (alpha > tail + SLACK) continue;
      const edge = unit * at * Math.exp(thetas[k]!);
      const beyond = share < 0.5 ? move <= edge : move > edge;
      const step = quantileRate * (Number(beyond) - alpha);
      thetas[k] = clamp(thetas[k]! + step, -quantileBound, quantileBound);
    }
    const logit = line.intercept + line.slope * Math.log(unit / depth) + shift;
    const miss = Number(fall > depth) - 1 / (1 + Math.exp(-logit));
    shift = clamp(shift + drawdownRate * miss, -drawdownBound, drawdownBound);
    outcomes++;
    if (realised > 0) {
      const log = Math.log(realised / expected);
      ratio = Number.isNaN(ratio) ? log : ratio + Math.max(ratioRate, 1 / outcomes) * (log - ratio);
    }
  };

  return {
    next: (close, expected) => {
      const price = Math.log(close);
      if (last.length === hours) {
        if (last[0]![1] > 0) learn(price, last[0]![1]);
        last.shift();
      }
      last.push([price, expected]);
    },
    skip: () => {
      last = [];
    },
    value: () => ({
      outcomes,
      quantiles: Array.from(thetas, Math.exp),
      drawdown: shift,
      ratio: Number.isNaN(ratio) ? null : Math.exp(ratio),
    }),
    snapshot: () => ({
      version: config.version,
      outcomes,
      quantiles: [...thetas],
      drawdown: shift,
      ratio: Number.isNaN(ratio) ? null : ratio,
      hours: last.map(([price, expected]) => [price, Number.isNaN(expected) ? null : expected]),
    }),
  };
}
