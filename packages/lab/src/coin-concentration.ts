/** Dispersion of transitions between coins: concentration of the Dirichlet distribution of their rows. */

import { UsageError } from '@barograph/core';
import { COIN_SCOPE_V1, type Hmm } from '@barograph/nowcast';
import { CONCENTRATION_BOUNDS } from '@barograph/nowcast/parts';

const [LEAST, MOST] = CONCENTRATION_BOUNDS;
/** Bisection steps; the interval shrinks to a ten-millionth of its bounds. */
const HALVINGS = 34;

/**
 * Fits κ by maximum likelihood within 50 … 1000, for counts that are Dirichlet-multinomial around the pooled rows. κ is
 * the zero of the slope `Σ m_ij·(ψ(n_ij + κ·m_ij) − ψ(κ·m_ij)) − Σ (ψ(N_i + κ) − ψ(κ))`. The source's fixed point gives
 * the same result, but needs hundreds of steps when coins are similar.
 *
 * @param coins `expectedTransitions` of every coin.
 * @returns 150 when no coin has a history.
 * @throws {UsageError} when there is no coin, or counts have the wrong shape.
 * @source T. P. Minka, Estimating a Dirichlet distribution, 2000, section 4 (likelihood of the precision).
 * @example
 * const { parameters } = model.hmm;
 * const asPooled = parameters.transition.map((row) => row.map((share) => 500 * share));
 * fitConcentration(model.hmm, [asPooled, asPooled]); // → 1000
 */
export function fitConcentration(pooled: Hmm, coins: readonly (readonly (readonly number[])[])[]): number {
  const { transition } = pooled.parameters;
  if (coins.length === 0) throw new UsageError('"coins" expected at least one, got none');
  coins.forEach((counts, coin) => {
    if (counts.length !== transition.length || counts.some((row) => row.length !== transition.length)) {
      throw new UsageError(`"coins[${coin}]" expected ${transition.length} rows of as many counts`);
    }
  });
  if (!coins.flat(2).some((count) => count > 0)) return COIN_SCOPE_V1.concentration;
  const slope = (kappa: number): number => slopeAt(kappa, transition, coins);
  if (slope(LEAST) <= 0) return LEAST;
  if (slope(MOST) >= 0) return MOST;
  let [low, high] = [LEAST, MOST];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Derivative of the log likelihood by κ. */
function slopeAt(
  kappa: number,
  transition: readonly (readonly number[])[],
  coins: readonly (readonly (readonly number[])[])[],
): number {
  let slope = 0;
  for (const counts of coins) {
    counts.forEach((row, i) => {
      let total = 0;
      row.forEach((count, j) => {
        total += count;
        const share = transition[i]![j]!;
        // Transitions that the pooled model rules out do not count.
        if (share > 0) slope += share * gain(kappa * share, count);
      });
      slope -= gain(kappa, total);
    });
  }
  return slope;
}

/** ψ(x + more) − ψ(x). */
function gain(x: number, more: number): number {
  return more === 0 ? 0 : digamma(x + more) - digamma(x);
}

/** Above this the asymptotic series is exact to the last digits. */
const LARGE = 16;

/** @source M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 1964, 6.3.5 (recurrence), 6.3.18 (series). */
function digamma(x: number): number {
  let shift = 0;
  let at = x;
  while (at < LARGE) shift -= 1 / at++;
  const inverse = 1 / (at * at);
  const series = 1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse * (1 / 240 - inverse / 132)));
  return shift + Math.log(at) - 0.5 / at - inverse * series;
}
