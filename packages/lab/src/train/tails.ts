/** Tails of the simulated day on the coins of a panel: how many outcomes fell below the quantiles, coin by coin. */

import { HOUR_MS, quantileSorted } from '@barograph/core';
import { createHmm, createMonteCarlo, HORIZONS, mixTransitions, monteCarloSeed } from '@barograph/nowcast';
import { fitConcentration } from '../coin-concentration.ts';
import { inputAt } from './drawdown-forecasts.ts';
import { origins } from './heads.ts';
import type { FittedModel } from './in-force.ts';
import type { Panel } from './panel.ts';
import { transitionsBefore } from './score-coin.ts';
import { hoursBefore } from './training-rows.ts';
import { createHistory } from './views.ts';
import type { WalkForwardConfig } from './walk-forward-config.ts';

/** Numbers of the test of tails. */
export interface TailTestConfig {
  readonly version: `tail_test/${string}`;
  /** Hours between two simulations, of the clock: outcomes of a day each do not overlap. */
  readonly stride: number;
  /** Hours with full features, before the end of learning, below which a coin is not tested. */
  readonly leastHours: number;
  /** Simulations below which a share is given and not judged: of 365 outcomes fewer than four are below the 1 % quantile. */
  readonly leastOrigins: number;
  /** Largest permitted distance of the share of outcomes below a quantile, by the share of the quantile. */
  readonly permitted: Readonly<Record<'0.01' | '0.05', number>>;
}

/** Numbers of the test of tails, version 1. */
export const TAIL_TEST_V1: TailTestConfig = Object.freeze({
  version: 'tail_test/1',
  stride: 24,
  leastHours: 60 * 24,
  leastOrigins: 365,
  permitted: Object.freeze({ '0.01': 0.007, '0.05': 0.02 }),
});

/** Counts of one coin in one block. */
export interface TailCount {
  readonly origins: number;
  /** Outcomes at or below each quantile of `monteCarlo.shares`. */
  readonly below: readonly number[];
}

/**
 * Simulates every coin in the hours of a block, as it is served: the residuals of Bitcoin, the coin's own transitions
 * mixed in by the concentration of the panel. The block is `[from, to)`, epoch ms.
 *
 * @param config parameters. @default TAIL_TEST_V1
 * @returns in the order of the panel; null for a coin that has too few hours before, or none in the block. Plain JSON.
 * @example
 * const { artifact } = model;
 * const span = { from: hours.time[0], to: hours.time[1_000] };
 * const fitted = { ...artifact, ...span, parameters: artifact.hmm };
 * const block = { from: hours.time[1_100], to: hours.time[1_400] };
 * const panel = { coins: [observe(hours, artifact.features)] };
 * const test = { ...TAIL_TEST_V1, leastHours: 500 };
 * scoreTails(fitted, panel, block, { monteCarlo: MONTE_CARLO_V1 }, test)[0]?.origins; // → 13
 */
export function scoreTails(
  model: FittedModel,
  { coins }: Panel,
  { from, to }: { readonly from: number; readonly to: number },
  { monteCarlo }: Pick<WalkForwardConfig, 'monteCarlo'>,
  { stride, leastHours }: TailTestConfig = TAIL_TEST_V1,
): readonly (TailCount | null)[] {
  const { steps, shares } = monteCarlo;
  const pooled = createHmm(model.parameters);
  const counts = coins.map((coin) => transitionsBefore(model, coin, model.to));
  const scope = { version: 'coin_scope/fitted' as const, concentration: fitConcentration(pooled, counts) };
  return coins.map((coin, i) => {
    const { transition } = mixTransitions(pooled, counts[i]!, scope);
    const seen = hoursBefore(coin, to + steps * HOUR_MS);
    const history = createHistory(
      { ...model, parameters: { ...model.parameters, transition } },
      seen,
      model.coinsHar?.[i],
    );
    if (origins(history, -Infinity, model.to, HORIZONS.h24).length < leastHours) return null;
    const simulation = createMonteCarlo(history.hmm, model.residuals, monteCarlo);
    const below = shares.map(() => 0);
    let count = 0;
    for (let t = 0; t + steps < history.length; t++) {
      const time = history.time[t]!;
      if (time < from || time >= to || (time / HOUR_MS) % stride !== 0 || !history.ready(t)) continue;
      const seed = monteCarloSeed({ model: model.parameters.version, scope: `panel/${i}`, time }, monteCarlo);
      const sorted = simulation.paths({ ...inputAt(history, t, monteCarlo), seed })?.returns.sort();
      if (sorted === undefined) continue;
      count++;
      const move = history.move(t, steps);
      shares.forEach((share, k) => (below[k] = below[k]! + Number(move <= quantileSorted(sorted, share))));
    }
    return count === 0 ? null : { origins: count, below };
  });
}
