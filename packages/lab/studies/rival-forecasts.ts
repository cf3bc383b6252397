/** Walk-forward forecasts of the variance of the next 24 hours: HAR+ as it is shipped, and rivals fitted on the same coin. */

import { HOUR_MS } from '@barograph/core';
import { HAR_DERIVATIVE_INPUTS, HAR_INPUTS, type HarFit, type HarSeries } from '@barograph/nowcast';
import { expectedOf } from '@barograph/nowcast/parts';
import {
  ewmaVariance,
  fitEwma,
  fitGarch,
  fitHarq,
  fitRealizedGarch,
  garchVariance,
  harqVariance,
  realizedGarchVariance,
  type GarchFit,
} from '../src/index.ts';

export const HORIZON = 24;
const YEAR = 365 * 24;
/** Learning ends this long before the hours that are tested, as in the walk-forward of the card. */
export const PURGE = 120 * HOUR_MS;

/** Models of the comparison; the first is the one under test. */
export const MODELS = [
  'HAR+ as served',
  'HAR+ of bars',
  'EWMA-t',
  'GARCH-t',
  'GJR-t',
  'HARQ',
  'realised GARCH',
  'past day',
] as const;
export type Model = (typeof MODELS)[number];

/** Forecasts and outcomes of the hours of one block, as variances of 24 hours of log returns. */
export interface Block {
  readonly time: number[];
  readonly realised: number[];
  /** Searches that ended without convergence. */
  readonly unconverged: number;
  readonly forecasts: Readonly<Record<Model, number[]>>;
  /** Factor of each rival that makes its mean forecast of the last learnt year equal the realised mean; 1 for HAR+. */
  readonly factors: Readonly<Record<Model, number>>;
}

/** Earlier fits, where the next searches begin. */
export interface Warm {
  garch?: GarchFit;
  gjr?: GarchFit;
}

/** Variance of the next 24 hours by HAR+ at row `t`: with funding and open interest where both are known. */
function expectedAt(fit: HarFit, { inputs, derivatives }: HarSeries): readonly [served: At, bars: At] {
  const [base, more] = [HAR_INPUTS.length, HAR_DERIVATIVE_INPUTS.length];
  const ofBars = expectedOf(fit);
  const both = fit.derivatives === undefined ? undefined : expectedOf(fit.derivatives);
  const x = new Float64Array(base + more);
  const bars: At = (t) => HORIZON * ofBars.h24(inputs, t * base) ** 2;
  const served: At = (t) => {
    if (both === undefined || derivatives === undefined || Number.isNaN(derivatives[t * more]!)) return bars(t);
    x.set(inputs.subarray(t * base, (t + 1) * base));
    x.set(derivatives.subarray(t * more, (t + 1) * more), base);
    return HORIZON * both.h24(x, 0) ** 2;
  };
  return [served, bars];
}
type At = (t: number) => number;

/**
 * Forecasts of the hours `[from, to)`. Rivals learn from all hours of the coin that end `PURGE` before `from`.
 *
 * @param fit HAR+ of the coin, fitted on the same hours.
 * @param warm start of the searches; takes the fits of this block.
 */
export function forecastBlock(coin: HarSeries, fit: HarFit, [from, to]: readonly [number, number], warm: Warm): Block {
  const { time, length } = coin;
  // The first hour of a series has no return; row t of the series is row t − 1 of these.
  const returns = coin.returns.subarray(1);
  const measures = coin.variance.subarray(1);
  const learnt = (from - PURGE - time[0]!) / HOUR_MS - 1;
  const [known, ranges] = [returns.subarray(0, learnt), measures.subarray(0, learnt)];
  warm.garch = fitGarch(known, warm.garch === undefined ? {} : { start: warm.garch });
  warm.gjr = fitGarch(known, { isAsymmetric: true, ...(warm.gjr === undefined ? {} : { start: warm.gjr }) });
  const [ewma, realized] = [fitEwma(known), fitRealizedGarch(known, ranges, HORIZON)];
  const columns = {
    'EWMA-t': ewmaVariance(returns, ewma, HORIZON),
    'GARCH-t': garchVariance(returns, warm.garch, HORIZON),
    'GJR-t': garchVariance(returns, warm.gjr, HORIZON),
    HARQ: harqVariance(returns, fitHarq(known, HORIZON)),
    'realised GARCH': realizedGarchVariance(returns, measures, realized),
  };
  const [served, bars] = expectedAt(fit, coin);
  const squares = (first: number): number => {
    let sum = 0;
    for (let s = first; s < first + HORIZON; s++) sum += coin.returns[s]! ** 2;
    return sum;
  };
  /** Realised over forecast variance in the year before the last learnt hour; both ends of an outcome are learnt. */
  const factorOf = (column: Float64Array): number => {
    let [came, stated] = [0, 0];
    for (let t = learnt - YEAR; t + HORIZON < learnt; t++) {
      came += squares(t + 2);
      stated += column[t]!;
    }
    return came / stated;
  };
  const block: Block = {
    time: [],
    realised: [],
    unconverged: [ewma, warm.garch, warm.gjr, realized].filter(({ converged }) => !converged).length,
    forecasts: {
      'HAR+ as served': [],
      'HAR+ of bars': [],
      'EWMA-t': [],
      'GARCH-t': [],
      'GJR-t': [],
      HARQ: [],
      'realised GARCH': [],
      'past day': [],
    },
    factors: {
      'HAR+ as served': 1,
      'HAR+ of bars': 1,
      'EWMA-t': factorOf(columns['EWMA-t']),
      'GARCH-t': factorOf(columns['GARCH-t']),
      'GJR-t': factorOf(columns['GJR-t']),
      HARQ: factorOf(columns.HARQ),
      'realised GARCH': factorOf(columns['realised GARCH']),
      'past day': 1,
    },
  };
  for (let t = (from - time[0]!) / HOUR_MS; t + HORIZON < length && time[t]! < to; t++) {
    block.time.push(time[t]!);
    block.realised.push(squares(t + 1));
    block.forecasts['HAR+ as served'].push(served(t));
    block.forecasts['HAR+ of bars'].push(bars(t));
    block.forecasts['past day'].push(squares(t + 1 - HORIZON));
    for (const [model, column] of Object.entries(columns)) block.forecasts[model as Model].push(column[t - 1]!);
  }
  return block;
}
