/**
 * Markov-switching GARCH: two GARCH(1,1) processes run side by side, and a Markov chain says which one makes the return.
 *
 * `h_k(t) = ω_k + α_k·r(t−1)² + β_k·h_k(t−1)`, `r(t) = √h_s(t)·z(t)`, `z ~ N(0, 1)`
 *
 * @source M. Haas, S. Mittnik, M. S. Paolella, A new approach to Markov-switching GARCH models, Journal of Financial
 * Econometrics 2, 2004.
 */

import { generator } from '@barograph/simulator';
import type { MarketGenerator } from '../market.ts';
import { barsOfReturns, normal } from './bars-of-returns.ts';

interface Law {
  readonly name: string;
  /** Standard deviation of an hour when the law stands alone. */
  readonly spread: number;
  readonly alpha: number;
  readonly beta: number;
  /** Mean stay, in hours. */
  readonly meanHours: number;
}

/** Sizes are those of hourly returns of Bitcoin in quiet and in wild months; turbulence reacts more and forgets sooner. */
const LAWS: readonly [Law, Law] = [
  { name: 'calm', spread: 0.0035, alpha: 0.03, beta: 0.9, meanHours: 336 },
  { name: 'turbulent', spread: 0.011, alpha: 0.1, beta: 0.8, meanHours: 96 },
];

export const markovSwitchingGarch: MarketGenerator = {
  name: 'ms-garch',
  source: 'Haas, Mittnik, Paolella 2004',
  market: (seed, hours) => {
    const chain = generator(`regime-bench|ms-garch|${seed}|chain`);
    const noise = generator(`regime-bench|ms-garch|${seed}|noise`);
    const variances = LAWS.map(({ spread }) => spread ** 2);
    const returns = new Float64Array(hours);
    const spreads = new Float64Array(hours);
    const truth = new Int8Array(hours);
    let state = 0;
    for (let i = 0; i < hours; i++) {
      if (i > 0 && chain() * LAWS[state]!.meanHours < 1) state = 1 - state;
      spreads[i] = Math.sqrt(variances[state]!);
      returns[i] = spreads[i]! * normal(noise);
      truth[i] = state;
      LAWS.forEach(({ spread, alpha, beta }, k) => {
        variances[k] = spread ** 2 * (1 - alpha - beta) + alpha * returns[i]! ** 2 + beta * variances[k]!;
      });
    }
    const shape = generator(`regime-bench|ms-garch|${seed}|shape`);
    return {
      generator: 'ms-garch',
      bars: barsOfReturns(returns, spreads, shape),
      truth,
      labels: LAWS.map(({ name }) => name),
    };
  },
};
