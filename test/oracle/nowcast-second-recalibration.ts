/**
 * The state of step 10 of "Replay it elsewhere" of `packages/nowcast/README.md` a second time, without code of the
 * library: what came of the forecasts of a day, as logs of quantiles, shift of the drawdown and mean of the volatility.
 */

import { clip, HOUR_MS, square, sum, type Bar, type Maybe, type Vector } from './nowcast-second.ts';
import type { Expected, ExpectingFile } from './nowcast-second-volatility.ts';

export interface LogitFile {
  readonly slope: number;
  readonly intercept: number;
}
export interface RecalibrationFile {
  readonly quantiles: readonly { readonly share: number; readonly at: number }[];
  readonly depth: number;
  readonly drawdown: { readonly market: LogitFile; readonly coin: LogitFile };
}
/** A model file of schema `nowcast/3`, as far as the recalibration reads it. */
export interface RecalibratedFile extends ExpectingFile {
  readonly recalibration?: RecalibrationFile;
}

/** Numbers of `RECALIBRATION_V1`, as the text has them. */
export const STEPS = {
  quantileRate: 0.003,
  drawdownRate: 0.002,
  ratioRate: 0.0005,
  quantileBound: 0.3,
  drawdownBound: 0.5,
};

/** State after the outcomes so far, that of the hour included. */
export interface Recalibration {
  readonly outcomes: number;
  /** θ of each share of the file; those between .05 and .95 stay 0. */
  readonly logs: Vector;
  /** b. */
  readonly shift: number;
  /** m; null before the first log. */
  readonly mean: Maybe;
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

function deepestFall(logs: Vector): number {
  let deepest = 0;
  for (const [i, later] of logs.entries()) {
    for (const earlier of logs.slice(0, i)) deepest = Math.max(deepest, earlier - later);
  }
  return deepest;
}

function after(
  { outcomes, logs, shift, mean }: Recalibration,
  { quantiles, depth, drawdown }: RecalibrationFile,
  scope: string,
  /** Log closes of the day, that of the origin first, and the volatility that the origin expected. */
  { closes, expected }: { readonly closes: Vector; readonly expected: number },
  steps: typeof STEPS,
): Recalibration {
  const u = expected * Math.sqrt(24);
  const y = closes.at(-1)! - closes[0]!;
  const moved = quantiles.map(({ share, at }, i) => {
    const log = logs[i]!;
    const edge = u * at * Math.exp(log);
    if (share > 0.06 && share < 0.94) return log;
    const miss = share < 0.5 ? Number(y <= edge) - share : Number(y > edge) - (1 - share);
    return clip(log + steps.quantileRate * miss, -steps.quantileBound, steps.quantileBound);
  });
  const fall = -Math.log(1 - depth);
  const { slope, intercept } = scope === 'market' ? drawdown.market : drawdown.coin;
  const p = logistic(intercept + slope * Math.log(u / fall) + shift);
  const came = Number(deepestFall(closes) > fall);
  const squares = sum(closes.slice(1).map((close, i) => square(close - closes[i]!)));
  const n = outcomes + 1;
  let ratio = mean;
  if (squares > 0) {
    const log = Math.log(Math.sqrt(squares / 24) / expected);
    ratio = mean === null ? log : mean + Math.max(steps.ratioRate, 1 / n) * (log - mean);
  }
  return {
    outcomes: n,
    logs: moved,
    shift: clip(shift + steps.drawdownRate * (came - p), -steps.drawdownBound, steps.drawdownBound),
    mean: ratio,
  };
}

/** The state after each bar; null of a model without a recalibration. */
export function recalibrations(
  { recalibration }: RecalibratedFile,
  scope: string,
  bars: readonly Bar[],
  expected: readonly (Expected | null)[],
  steps: typeof STEPS = STEPS,
): (Recalibration | null)[] {
  if (recalibration === undefined) return bars.map(() => null);
  const logs = bars.map(({ close }) => Math.log(close));
  let state: Recalibration = { outcomes: 0, logs: recalibration.quantiles.map(() => 0), shift: 0, mean: null };
  return bars.map(({ time }, i) => {
    const origin = bars[i - 24];
    const before = expected[i - 24] ?? null;
    if (origin?.time === time - 24 * HOUR_MS && before !== null) {
      const day = { closes: logs.slice(i - 24, i + 1), expected: before.h24 };
      state = after(state, recalibration, scope, day, steps);
    }
    return state;
  });
}
