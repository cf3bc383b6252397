/**
 * Evidence on funding and open interest as inputs of HAR+: compares forecasts with them and from bars only, on the same
 * hours of a block, per week and series.
 */

import { HOUR_MS, WEEK_MS } from '@barograph/core';
import {
  applyLogistic,
  HAR_DERIVATIVE_INPUTS,
  HAR_INPUTS,
  type HarFit,
  type HarHorizon,
  type Horizon,
  HORIZONS,
  type Observations,
} from '@barograph/nowcast';
import { createForecast, expectedOf, volatilityBucket, volatilityInputsOf } from '@barograph/nowcast/parts';
import { bootstrapSums, intervalOf, type Interval } from './block-bootstrap.ts';
import { dieboldMariano, type DieboldMariano } from './diebold-mariano.ts';
import { fitHar, harOutcome } from './fit-har.ts';
import { HAR_TRAINING_V1 } from './har-config.ts';
import { holmAdjusted } from './holm.ts';
import type { FittedModel } from './in-force.ts';
import { createHistory } from './views.ts';
import type { WalkForwardConfig } from './walk-forward-config.ts';

/** Rows with derivatives. */
export interface DerivativesSeries {
  readonly name: string;
  readonly observations: Observations;
  /** The model's bars-only fit for the series. */
  readonly har: (model: FittedModel) => HarFit;
}

/** Sums over the hours of a week whose inputs are all known. Plain JSON. */
export interface DerivativesWeek {
  /** Weeks since 1970, whole. */
  readonly week: number;
  readonly rows: number;
  /** Sum of the realised log range volatility; `squares` has the sum of its squares. */
  readonly came: number;
  readonly squares: number;
  /** Squared errors of the log, for bars only and with derivatives; `loss` has the buckets' log losses. */
  readonly missed: readonly [bars: number, derivatives: number];
  readonly loss: readonly [bars: number, derivatives: number];
}

/** Weeks of one block per series; null for a series without rows to train on or test. Plain JSON. */
export type DerivativesBlock = readonly (Readonly<Record<Horizon, readonly DerivativesWeek[]>> | null)[];

const BASE = HAR_INPUTS.length;
const MORE = HAR_DERIVATIVE_INPUTS.length;

/**
 * Scores every series in a block; derivatives are fitted on the model's training hours.
 *
 * @example
 * const funding = Float64Array.from(rows.time, (_, i) => (i % 8 === 0 ? 1e-5 * Math.sin(i / 100) : NaN));
 * const openInterest = Float64Array.from(rows.time, (_, i) => 1_000 + 50 * Math.sin(i / 40));
 * const observations = observeDerivatives(rows, { funding, openInterest });
 * const { block, inForce } = steps[0]; // of walkForwardSteps(rows, small)
 * const series = [{ name: 'market', observations, har: ({ marketHar }: FittedModel) => marketHar! }];
 * const [market] = scoreDerivatives(inForce, series, block, small);
 * market!.h24.map((week) => week.rows); // → [ 24, 168, 168, 168, 144 ]
 * // hours of each week; `missed` and `loss` are sums over them, of bars alone and with derivatives
 */
export function scoreDerivatives(
  model: FittedModel,
  series: readonly DerivativesSeries[],
  block: { readonly from: number; readonly to: number },
  { training }: Pick<WalkForwardConfig, 'training'>,
): DerivativesBlock {
  const { har: config = HAR_TRAINING_V1 } = training;
  const { own } = fitHar(
    series.map(({ observations }) => observations.har!),
    { from: model.from, to: model.to, config },
  );
  return series.map((coin, i) => {
    const { derivatives } = own[i]!;
    if (derivatives === undefined) return null;
    const bars = coin.har(model);
    const history = createHistory(model, coin.observations, bars);
    const { time, har } = coin.observations;
    const expected = { bars: expectedOf(bars), derivatives: expectedOf(derivatives) };
    const x = new Float64Array(BASE + MORE);
    const scored = (horizon: Horizon): readonly DerivativesWeek[] => {
      const steps = HORIZONS[horizon];
      const { volatility, volatilityCuts: cuts } = model.heads[horizon];
      const inputsOf = volatilityInputsOf(volatility.inputs)!;
      const lines = { bars: logOf(bars[horizon]), derivatives: logOf(derivatives[horizon]) };
      const weeks = new Map<number, DerivativesWeek>();
      const first = Math.max(0, Math.round((block.from - time[0]!) / HOUR_MS));
      for (let t = first; t + steps < time.length && time[t]! < block.to; t++) {
        x.set(har!.inputs.subarray(t * BASE, (t + 1) * BASE));
        x.set(har!.derivatives!.subarray(t * MORE, (t + 1) * MORE), BASE);
        const { log } = harOutcome(har!, t, steps, config);
        if (x.some(Number.isNaN) || Number.isNaN(log) || !history.ready(t)) continue;
        const view = history.view(t, steps);
        const bucket = volatilityBucket(history.volatilityRatio(t, steps), cuts);
        const lossOf = (inputs: 'bars' | 'derivatives'): number => {
          const stated = applyLogistic(volatility, inputsOf({ ...view, expected: expected[inputs][horizon](x, 0) }));
          return stated === null ? NaN : -Math.log(stated[bucket]!);
        };
        const loss = [lossOf('bars'), lossOf('derivatives')] as const;
        if (loss.some(Number.isNaN)) continue;
        const missed = [(log - lines.bars(x, 0)) ** 2, (log - lines.derivatives(x, 0)) ** 2] as const;
        const week = Math.floor(time[t]! / WEEK_MS);
        const row = { week, rows: 1, came: log, squares: log * log, missed, loss };
        weeks.set(week, added(weeks.get(week), row));
      }
      return [...weeks.values()];
    };
    const [h4, h24] = [scored('h4'), scored('h24')];
    return h4.length + h24.length === 0 ? null : { h4, h24 };
  });
}

function logOf(line: HarHorizon): (x: Float64Array, at: number) => number {
  return createForecast(line);
}

function added(sum: DerivativesWeek | undefined, row: DerivativesWeek): DerivativesWeek {
  if (sum === undefined) return row;
  return {
    week: row.week,
    rows: sum.rows + row.rows,
    came: sum.came + row.came,
    squares: sum.squares + row.squares,
    missed: [sum.missed[0] + row.missed[0], sum.missed[1] + row.missed[1]],
    loss: [sum.loss[0] + row.loss[0], sum.loss[1] + row.loss[1]],
  };
}

/** One series at one horizon. */
export interface DerivativesScore {
  readonly rows: number;
  readonly weeks: number;
  /** R² of the log range volatility over the tested hours. */
  readonly explained: readonly [bars: number, derivatives: number];
  /** Reduction of squared errors by derivatives, as a share: bootstrap of weeks, and Diebold–Mariano. */
  readonly misses: DerivativesTest;
  /** Mean log loss of the volatility buckets; `buckets` tests its reduction by derivatives. */
  readonly loss: readonly [bars: number, derivatives: number];
  readonly buckets: DerivativesTest;
}

/** Reduction of a loss by derivatives, with its test. */
export interface DerivativesTest {
  readonly skill: Interval;
  readonly test: DieboldMariano;
  /** p after Holm's correction for all tests of these metrics. */
  readonly adjusted: number | null;
}

/** Scores of expected volatility with and without funding and open interest. */
export interface DerivativesMetrics {
  readonly version: 'derivatives_evidence/1';
  readonly tests: number;
  /** One row per series, and `all` series together last. */
  readonly rows: readonly (Readonly<Record<Horizon, DerivativesScore>> & { readonly series: string })[];
}

/**
 * @returns null unless some series has at least two tested weeks.
 * @example
 * const sums = { rows: 168, came: -900, squares: 4_900, loss: [170, 168] } as const; // really: of `scoreDerivatives`
 * const missed = [[16, 14], [15, 14.5], [12, 10]] as const; // squared misses of bars alone, and with derivatives
 * const h24 = missed.map((both, week) => ({ ...sums, week, missed: both }));
 * const metrics = derivativesMetrics(['BTC'], [[{ h4: h24, h24 }]])!;
 * metrics.rows.map(({ series }) => series); // → [ 'BTC', 'all' ]
 * metrics.rows[0]!.h24.misses.skill.mean.toFixed(3); // → '0.105'
 * // 1 − 38.5 / 43: the share of the squared misses that derivatives take away
 */
export function derivativesMetrics(
  names: readonly string[],
  blocks: readonly DerivativesBlock[],
): DerivativesMetrics | null {
  const weeksOf = (i: number, horizon: Horizon): readonly DerivativesWeek[] =>
    merged(blocks.flatMap((block) => block[i]?.[horizon] ?? []));
  const all = (horizon: Horizon): readonly DerivativesWeek[] => merged(names.flatMap((_, i) => weeksOf(i, horizon)));
  const scored = [
    ...names.map((series, i) => ({ series, h4: weeksOf(i, 'h4'), h24: weeksOf(i, 'h24') })),
    { series: 'all', h4: all('h4'), h24: all('h24') },
  ].filter(({ h4, h24 }) => h4.length > 1 && h24.length > 1);
  if (scored.length === 0) return null;
  const rows = scored.map(({ series, h4, h24 }) => ({ series, h4: scoreOf(h4), h24: scoreOf(h24) }));
  const tests = rows.flatMap(({ h4, h24 }) => [h4.misses, h4.buckets, h24.misses, h24.buckets]);
  const corrected = holmAdjusted(tests.map(({ test }) => test.p));
  const adjust = (one: DerivativesTest): DerivativesTest => ({ ...one, adjusted: corrected[tests.indexOf(one)]! });
  const both = (score: DerivativesScore): DerivativesScore => ({
    ...score,
    misses: adjust(score.misses),
    buckets: adjust(score.buckets),
  });
  return {
    version: 'derivatives_evidence/1',
    tests: tests.length,
    rows: rows.map(({ series, h4, h24 }) => ({ series, h4: both(h4), h24: both(h24) })),
  };
}

function merged(weeks: readonly DerivativesWeek[]): readonly DerivativesWeek[] {
  const known = new Map<number, DerivativesWeek>();
  for (const week of weeks) known.set(week.week, added(known.get(week.week), week));
  return [...known.values()];
}

function scoreOf(weeks: readonly DerivativesWeek[]): DerivativesScore {
  const sum = (valueOf: (week: DerivativesWeek) => number): number =>
    weeks.reduce((total, week) => total + valueOf(week), 0);
  const rows = sum((week) => week.rows);
  const spread = sum(({ squares }) => squares) - sum(({ came }) => came) ** 2 / rows;
  const tested = (kind: 'missed' | 'loss'): DerivativesTest => ({
    skill: intervalOf(
      bootstrapSums(
        weeks.map((week) => [...week[kind]]),
        ([bars, more]) => 1 - more! / bars!,
        `|${kind}`,
      ),
    ),
    test: dieboldMariano(
      weeks.map((week) => ({ week: week.week, rows: week.rows, sum: week[kind][0] - week[kind][1] })),
    ),
    adjusted: null,
  });
  return {
    rows,
    weeks: weeks.length,
    explained: [1 - sum(({ missed }) => missed[0]) / spread, 1 - sum(({ missed }) => missed[1]) / spread],
    misses: tested('missed'),
    loss: [sum(({ loss }) => loss[0]) / rows, sum(({ loss }) => loss[1]) / rows],
    buckets: tested('loss'),
  };
}
