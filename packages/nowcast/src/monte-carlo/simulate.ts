/**
 * Paths by filtered historical simulation: residuals of the past, drawn from the pool of the state that a path is in,
 * times the volatility that the path itself makes. Pairs of paths draw `u` and `1 − u`.
 *
 * @source G. Barone-Adesi, K. Giannopoulos, L. Vosper, VaR without correlations for portfolios of derivative
 * securities, Journal of Futures Markets 19, 1999. sfc32: C. Doty-Humphrey, PractRand 0.95, 2013.
 */

import seedrandom from 'seedrandom';
import type { MonteCarloConfig } from './config.ts';

/** What paths start from. */
export interface SimulationStart {
  /** Probabilities of the latent states at the first simulated hour. */
  readonly states: ArrayLike<number>;
  readonly transition: readonly (readonly number[])[];
  /** Per latent state, residuals in ascending order. */
  readonly pools: readonly Float64Array[];
  /** Variance per hour now, and in the long run. */
  readonly variance: number;
  readonly longRun: number;
  /** Latent states whose visit is counted. */
  readonly visited: readonly boolean[];
}

export interface Simulated {
  /** Log return of every path over all steps, pair by pair. */
  readonly returns: Float64Array;
  /** Paths whose drawdown from their peak, the start included, is more than the config's. */
  readonly drawdowns: number;
  /** Paths that came to a counted state. */
  readonly visits: number;
}

/** Rounds that sfc32 runs before its first output: its author's number for filling all state bits. */
const WARM_UP_ROUNDS = 12;

/** The first index whose cumulated share is above `u`. */
function pick(cumulated: Float64Array, from: number, count: number, u: number): number {
  let k = 0;
  while (k < count - 1 && cumulated[from + k]! <= u) k++;
  return k;
}

/**
 * Simulates. The order of draws is fixed, pair by pair and `u` before `v`, so that more pairs extend fewer.
 *
 * @param seed the same seed gives the same paths for ever.
 */
export function simulate(start: SimulationStart, config: MonteCarloConfig, seed: string): Simulated {
  const { pairs, steps, reversion } = config;
  const { pools, visited, variance, longRun } = start;
  const n = pools.length;
  const decay = 2 ** (-1 / config.halflife);
  const fall = -Math.log(1 - config.drawdown);

  const cumulated = new Float64Array((n + 1) * n);
  [...start.transition, Array.from(start.states)].forEach((row, i) => {
    let sum = 0;
    row.forEach((p, j) => (cumulated[i * n + j] = sum += p));
  });

  const alea = seedrandom.alea(seed);
  let a = alea.int32();
  let b = alea.int32();
  let c = alea.int32();
  let counter = 1;
  // Uniform in (0, 1), never an end. Written here so that it is inlined: a library's call costs eight times as much.
  const draw = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return ((sum >>> 0) + 0.5) / 4_294_967_296;
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) draw();

  const returns = new Float64Array(2 * pairs);
  const uniforms = new Float64Array(2 * steps + 1);
  let drawdowns = 0;
  let visits = 0;
  for (let pair = 0; pair < pairs; pair++) {
    for (let i = 0; i < uniforms.length; i++) uniforms[i] = draw();
    for (let twin = 0; twin < 2; twin++) {
      let state = pick(cumulated, n * n, n, twin === 0 ? uniforms[0]! : 1 - uniforms[0]!);
      let h = variance;
      let position = 0;
      let peak = 0;
      let fell = false;
      let came = false;
      for (let step = 0; step < steps; step++) {
        const [first, second] = [uniforms[2 * step + 1]!, uniforms[2 * step + 2]!];
        const u = twin === 0 ? first : 1 - first;
        const v = twin === 0 ? second : 1 - second;
        came ||= visited[state]!;
        const pool = pools[state]!;
        const move = pool[Math.floor(u * pool.length)]! * Math.sqrt(h);
        position += move;
        if (position > peak) peak = position;
        else fell ||= peak - position > fall;
        h = (1 - reversion) * (decay * h + (1 - decay) * move * move) + reversion * longRun;
        state = pick(cumulated, state * n, n, v);
      }
      returns[2 * pair + twin] = position;
      drawdowns += Number(fell);
      visits += Number(came);
    }
  }
  return { returns, drawdowns, visits };
}
