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
  readonly pools: readonly ArrayLike<number>[];
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

/** The four words of sfc32, from a seed string through alea, warmed up. */
function generator(seed: string): Int32Array {
  const alea = seedrandom.alea(seed);
  const words = Int32Array.of(alea.int32(), alea.int32(), alea.int32(), 1);
  fillUniform(words, new Float64Array(WARM_UP_ROUNDS));
  return words;
}

/** Fills `out` with uniform numbers in (0, 1), never an end. In a loop of its own: a call per draw costs eight times as much. */
function fillUniform(words: Int32Array, out: Float64Array): void {
  let [a, b, c, counter] = [words[0]!, words[1]!, words[2]!, words[3]!];
  for (let i = 0; i < out.length; i++) {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    out[i] = ((sum >>> 0) + 0.5) / 4_294_967_296;
  }
  words[0] = a;
  words[1] = b;
  words[2] = c;
  words[3] = counter;
}

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
  const { variance, longRun } = start;
  const n = start.pools.length;
  const decay = 2 ** (-1 / config.halflife);
  const fall = -Math.log(1 - config.drawdown);

  // One block each: rows of the transition matrix and then the start, cumulated; and the pools end to end.
  const cumulated = new Float64Array((n + 1) * n);
  [...start.transition, Array.from(start.states)].forEach((row, i) => {
    let sum = 0;
    row.forEach((p, j) => (cumulated[i * n + j] = sum += p));
  });
  const sizes = Int32Array.from(start.pools, (pool) => pool.length);
  const offsets = sizes.map((_, k) => sizes.subarray(0, k).reduce((sum, size) => sum + size, 0));
  const residuals = new Float64Array(offsets[n - 1]! + sizes[n - 1]!);
  start.pools.forEach((pool, k) => residuals.set(pool, offsets[k]));
  const counted = Uint8Array.from(start.visited, Number);

  const words = generator(seed);
  const uniforms = new Float64Array(2 * steps + 1);
  const returns = new Float64Array(2 * pairs);
  let drawdowns = 0;
  let visits = 0;
  for (let path = 0; path < 2 * pairs; path++) {
    // The second path of a pair draws what is left of 1.
    if ((path & 1) === 0) fillUniform(words, uniforms);
    else for (let i = 0; i < uniforms.length; i++) uniforms[i] = 1 - uniforms[i]!;
    let state = pick(cumulated, n * n, n, uniforms[0]!);
    let h = variance;
    let position = 0;
    let peak = 0;
    let depth = 0;
    let came = 0;
    for (let step = 0; step < steps; step++) {
      came |= counted[state]!;
      const at = offsets[state]! + Math.floor(uniforms[2 * step + 1]! * sizes[state]!);
      const move = residuals[at]! * Math.sqrt(h);
      position += move;
      peak = Math.max(peak, position);
      depth = Math.max(depth, peak - position);
      h = (1 - reversion) * (decay * h + (1 - decay) * move * move) + reversion * longRun;
      state = pick(cumulated, state * n, n, uniforms[2 * step + 2]!);
    }
    returns[path] = position;
    drawdowns += Number(depth > fall);
    visits += came;
  }
  return { returns, drawdowns, visits };
}
