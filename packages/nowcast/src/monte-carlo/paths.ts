// oxlint-disable-next-line typescript/triple-slash-reference -- types of a module that has none, for packages that compile this source
/// <reference path="./seedrandom-alea.d.ts" />

/**
 * Paths of the price by filtered historical simulation: the latent state follows the model's transitions, each hour
 * draws a past residual of that state, and the path's own variance scales it.
 *
 * ```
 * s_i ~ A[s_{i−1}], s_0 ~ filtered;   r_i = x·√h_i, x from the pool of s_i
 * h_{i+1} = (1 − ρ)·(λ·h_i + (1 − λ)·r_i²) + ρ·L
 * ```
 *
 * Paths come in pairs: one takes the draw u, the other 1 − u. Draws have a fixed order, pair by pair: one for both first
 * states, then for every hour one for both residuals and one for both next states. More paths therefore do not change
 * the first ones.
 *
 * @source G. Barone-Adesi, K. Giannopoulos, L. Vosper, VaR without correlations for portfolios of derivative
 * securities, Journal of Futures Markets 19, 1999. Pools by state are our own.
 * @source J. M. Hammersley, K. W. Morton, A new Monte Carlo technique: antithetic variates, Mathematical Proceedings of
 * the Cambridge Philosophical Society 52, 1956.
 * @source sfc32: C. Doty-Humphrey, PractRand 0.95, 2013.
 */

/*! Built in: alea of seedrandom 3.0.5, MIT, (c) 2010 Johannes Baagoe, 2019 David Bau; its licence: node_modules/seedrandom. */
import aleaOf from 'seedrandom/lib/alea.js';
import type { MonteCarloConfig } from './config.ts';
import type { PoolTable } from './pools.ts';
import { cumulate, DRAWS, GUIDE_BITS, stateOf, type StateSampler } from './sampler.ts';

/** Common start of all paths. */
export interface PathStart {
  /** Filtered probabilities of the latent states. */
  readonly posterior: Float64Array;
  /** Variance per hour expected of the first hour, and the long-run variance it reverts to. */
  readonly variance: number;
  readonly longRunVariance: number;
  readonly seed: string;
}

/** One entry per path; path 2i + 1 mirrors path 2i. */
export interface Paths {
  /** Log return from now to the end. */
  readonly returns: Float64Array;
  /** Greatest fall of the log price from an earlier hour, including now; 0 for a path that only rises. */
  readonly falls: Float64Array;
  /** 1 when the path visited a watched state after now. */
  readonly visits: Uint8Array;
}

/** Rounds that sfc32 runs before its first output: its author's number for filling all state bits. */
const WARM_UP_ROUNDS = 12;

/**
 * Simulates the paths.
 * @param watched 1 for every latent state whose visits count.
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- one loop: a call per draw costs more than a step
export function simulatePaths(
  { states, cumulated, guide }: StateSampler,
  { values, start, size }: PoolTable,
  watched: Uint8Array,
  { posterior, variance, longRunVariance, seed }: PathStart,
  { paths, steps, halflife, reversion }: MonteCarloConfig,
): Paths {
  const returns = new Float64Array(paths);
  const falls = new Float64Array(paths);
  const visits = new Uint8Array(paths);
  const first = cumulate(posterior);
  // Exact products: a draw has 33 bits, and a pool far fewer than 2^20 residuals.
  const scale = Float64Array.from(size, (count) => count / DRAWS);
  const lambda = 2 ** (-1 / halflife);
  // r² is x²·h: one factor of h, without waiting for the square root.
  const kept = (1 - reversion) * lambda;
  const shocked = (1 - reversion) * (1 - lambda);
  const added = reversion * longRunVariance;

  const alea = aleaOf(seed);
  let a = alea.int32();
  let b = alea.int32();
  let c = alea.int32();
  let counter = 1;
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    const n = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + n) | 0;
  }

  for (let path = 0; path < paths; path += 2) {
    // The generator is inlined three times: a call per draw would cost more than the rest of a step.
    const n = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + n) | 0;
    let state = stateOf(first, (n >>> 0) + 0.5);
    let mirrorState = stateOf(first, (~n >>> 0) + 0.5);
    let h = variance;
    let mirrorH = variance;
    let sum = 0;
    let mirrorSum = 0;
    let fall = 0;
    let mirrorFall = 0;
    let deepest = 0;
    let mirrorDeepest = 0;
    let visited = 0;
    let mirrorVisited = 0;

    for (let step = 0; step < steps; step++) {
      const m = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + m) | 0;
      const u = (m >>> 0) + 0.5;
      const o = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + o) | 0;
      const v = (o >>> 0) + 0.5;

      let row = state * states;
      state = guide[(state << GUIDE_BITS) | (o >>> (32 - GUIDE_BITS))]!;
      while (v >= cumulated[row + state]!) state++;
      visited |= watched[state]!;
      const x = values[start[state]! + ((u * scale[state]!) | 0)]!;
      const move = x * Math.sqrt(h);
      h = h * (kept + shocked * x * x) + added;
      sum += move;
      // max(fall − move, 0) and max(deepest, fall) without branches, which are mispredicted too often, also inside
      // Math.max.
      fall = 0.5 * (fall - move + Math.abs(fall - move));
      deepest += 0.5 * (fall - deepest + Math.abs(fall - deepest));

      row = mirrorState * states;
      mirrorState = guide[(mirrorState << GUIDE_BITS) | (~o >>> (32 - GUIDE_BITS))]!;
      while (DRAWS - v >= cumulated[row + mirrorState]!) mirrorState++;
      mirrorVisited |= watched[mirrorState]!;
      const y = values[start[mirrorState]! + (((DRAWS - u) * scale[mirrorState]!) | 0)]!;
      const mirrorMove = y * Math.sqrt(mirrorH);
      mirrorH = mirrorH * (kept + shocked * y * y) + added;
      mirrorSum += mirrorMove;
      mirrorFall = 0.5 * (mirrorFall - mirrorMove + Math.abs(mirrorFall - mirrorMove));
      mirrorDeepest += 0.5 * (mirrorFall - mirrorDeepest + Math.abs(mirrorFall - mirrorDeepest));
    }
    returns[path] = sum;
    returns[path + 1] = mirrorSum;
    falls[path] = deepest;
    falls[path + 1] = mirrorDeepest;
    visits[path] = visited;
    visits[path + 1] = mirrorVisited;
  }
  return { returns, falls, visits };
}
