/**
 * Forward filter: the posterior of the latent state at each row, given the rows up to it. Later rows are never used.
 *
 * `α_t(k) ∝ (Σ_i α_{t−1}(i)·A_ik) · b_k(x_t)^β`
 *
 * @source J. D. Hamilton, A new approach to the economic analysis of nonstationary time series and the business cycle,
 * Econometrica 57, 1989. Tempering: P. G. Bissiri, C. Holmes, S. G. Walker, A general framework for updating belief
 * distributions, JRSS B 78, 2016.
 */

import {
  type FilterLaw,
  givenColumn,
  kernelsInUse,
  type KernelSnapshot,
  type LoadedFilter,
  type Mutable,
  shown,
  snapshotOf,
  stateFrom,
  type Stream,
  UsageError,
} from '@barograph/core';
import { advanceForward, createForwardState, unpadded, type Chain, type ForwardState } from './chain.ts';
import { BLOCK } from './distances.ts';
import { createEmissionBlock, emit, type Emission, type EmissionBlock } from './emission.ts';
import { TABLES } from './exponential.ts';
import type { Hmm } from './hmm.ts';

/** Probabilities of the latent states given the rows up to each row. */
export interface Filtered {
  readonly kind: 'filtered';
  /** Number of rows. */
  readonly length: number;
  /** Probabilities row by row, one number per latent state; each row sums to 1. */
  readonly probabilities: Float64Array;
  /** Tempered log p(row | earlier rows); 0 for a row without features. */
  readonly logLikelihood: Float64Array;
  /** Number of rows so far that were impossible in every state that the earlier rows allow. Their probabilities ignore the earlier rows. */
  readonly rescued: number;
}

/** JSON-safe state of {@link createFilter}. */
export type FilterSnapshot = KernelSnapshot<{ readonly model: string }>;

/** Checks for one column per feature of the model, of equal length. @throws {UsageError} otherwise. */
export function checkColumns(hmm: Hmm, columns: readonly ArrayLike<number>[]): number {
  const { features } = hmm.parameters;
  if (columns.length !== features.length) {
    throw new UsageError(`"columns" expected ${features.length} features, got ${columns.length}`);
  }
  const { length } = columns[0]!;
  columns.forEach((column, i) => {
    if (column.length !== length) {
      throw new UsageError(`"${features[i]}" expected ${length} values like "${features[0]}", got ${column.length}`);
    }
  });
  return length;
}

/**
 * Filters a series.
 *
 * @param columns one column per feature, in the model's order, standardised; NaN for a missing feature.
 * @param into arrays to write into; they may not share memory with the features. A previous result of the same length may be
 * reused. @default new arrays
 * @throws {UsageError} when columns differ in length, a feature is infinite, or a column to fill has another length.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const { probabilities, rescued } = filter(model.hmm, rows);
 * [probabilities.length / hours.length, rescued]; // → [ 12, 0 ]
 */
export function filter(
  hmm: Hmm,
  columns: readonly ArrayLike<number>[],
  into?: Pick<Filtered, 'probabilities' | 'logLikelihood'>,
): Filtered {
  const length = checkColumns(hmm, columns);
  const { chain, emission } = hmm;
  const probabilities = givenColumn('into.probabilities', length * chain.states, into?.probabilities);
  const logLikelihood = givenColumn('into.logLikelihood', length, into?.logLikelihood);
  const state = createForwardState(chain);
  filterBlocks(chain, emission, columns, length, state, probabilities, logLikelihood);
  return { kind: 'filtered', length, probabilities, logLikelihood, rescued: state.rescued };
}

/** Fewest rows for which the WebAssembly kernel is faster: copying the model into it costs as much as a few rows. */
const LEAST_ROWS = 32;

/**
 * Filters `length` rows in blocks: in WebAssembly when it is loaded and every row of the block has all features and is possible
 * in some state, else in JavaScript.
 *
 * @param columns one per feature, standardised; NaN for a missing feature.
 * @param probabilities column to fill: filtered probabilities, row by row.
 * @param logLikelihood column to fill: tempered log likelihood of each row.
 * @param onBlock called after each block with squared Mahalanobis distances: row t of the block in state k is at `k * BLOCK + t`.
 * @default not called
 * @example
 * const { chain, emission } = model.hmm;
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const probabilities = new Float64Array(hours.length * chain.states);
 * filterBlocks(chain, emission, rows, hours.length, createForwardState(chain), probabilities, new Float64Array(hours.length));
 * Math.max(...probabilities.subarray(300 * chain.states, 301 * chain.states)).toFixed(3); // → '0.976'
 */
export function filterBlocks(
  chain: Chain,
  emission: Emission,
  columns: readonly ArrayLike<number>[],
  length: number,
  state: ForwardState,
  probabilities: Float64Array,
  logLikelihood: Float64Array,
  onBlock?: (distances: Float64Array, from: number, rows: number) => void,
): void {
  const kernel = length < LEAST_ROWS ? undefined : kernelsInUse()?.loadFilter(lawOf(chain, emission), TABLES);
  let own: EmissionBlock | undefined;
  // the kernel keeps the distances of its last block only
  const widest = onBlock === undefined ? (kernel?.most ?? BLOCK) : BLOCK;
  let most = widest;
  for (let from = 0; from < length;) {
    const { alpha } = state;
    if (!state.started) alpha.set(chain.initial);
    const wanted = Math.min(most, length - from);
    const done = kernel?.filter(columns, from, wanted, state.started, alpha, probabilities, logLikelihood) ?? 0;
    if (done > 0) {
      state.started = true;
      onBlock?.(kernel!.distances, from, done);
      from += done;
    }
    // after a refused block the kernel gets one block at a time, because copies of refused rows are wasted
    most = done === wanted ? widest : BLOCK;
    if (done === wanted) continue;
    const rows = Math.min(BLOCK, length - from);
    own ??= createEmissionBlock(emission);
    emit(emission, columns, from, rows, own);
    advanceForward(chain, state, own.weights, own.shift, rows, probabilities, logLikelihood, from);
    onBlock?.(own.distances, from, rows);
    from += rows;
  }
}

function lawOf(chain: Chain, emission: Emission): FilterLaw {
  return { ...emission, transition: unpadded(chain.transition) };
}

/** Filter of a series, a block at a time, which keeps only the last block. */
export interface FilterBlocks {
  readonly hmm: Hmm;
  readonly columns: readonly Float64Array[];
  readonly law: FilterLaw;
  readonly state: ForwardState;
  readonly mine: Float64Array;
  readonly likelihoods: Float64Array;
  kernel: LoadedFilter | undefined;
  own: EmissionBlock | undefined;
  /** Probabilities of the last filtered block, row by row. */
  filtered: Float64Array;
}

/**
 * Creates a block filter.
 * @param columns standardised features.
 */
export function createFilterBlocks(hmm: Hmm, columns: readonly Float64Array[]): FilterBlocks {
  const { chain, emission } = hmm;
  const state = createForwardState(chain);
  const mine = new Float64Array(BLOCK * chain.states);
  state.alpha.set(chain.initial);
  return {
    hmm,
    columns,
    law: lawOf(chain, emission),
    state,
    mine,
    likelihoods: new Float64Array(BLOCK),
    kernel: undefined,
    own: undefined,
    filtered: mine,
  };
}

/** Loads this model into the kernel again: the kernel holds one model, and another filter may have replaced it. */
export function reloadFilter(blocks: FilterBlocks): void {
  blocks.kernel = kernelsInUse()?.loadFilter(blocks.law, TABLES);
}

/**
 * Filters the next rows, at most one block. @returns true when the kernel filtered them. Then every row has all features, and `filtered` is a view of the
 * kernel's memory until its next call.
 */
export function filterNext(blocks: FilterBlocks, from: number, rows: number): boolean {
  const { hmm, columns, state, kernel, mine } = blocks;
  if (kernel?.filter(columns, from, rows, state.started, state.alpha) === rows) {
    state.started = true;
    blocks.filtered = kernel.probabilities;
    return true;
  }
  const { chain, emission } = hmm;
  const own = (blocks.own ??= createEmissionBlock(emission));
  emit(emission, columns, from, rows, own);
  advanceForward(chain, state, own.weights, own.shift, rows, mine, blocks.likelihoods, 0);
  blocks.filtered = mine;
  return false;
}

const STARTED = 0;
const RESCUED = 1;
const ALPHA = 2;

/**
 * Creates the stream of the filter, equal to {@link filter} to the bit. Its outputs have one row.
 *
 * @param resume snapshot of a filter with the same model version, to resume.
 * @throws {UsageError} when the snapshot belongs to another model, or (from `next` and `peek`) when a row is invalid.
 * @example
 * const rows = standardize(observe(hours, model.artifact.features).columns, model.artifact.standardization);
 * const live = createFilter(model.hmm);
 * for (let t = 0; t < 300; t++) live.next(rows.map((column) => column[t]));
 * const { probabilities } = live.next(rows.map((column) => column[300])); // of hour 300
 * Math.max(...probabilities).toFixed(3); // → '0.976'
 */
export function createFilter(hmm: Hmm, resume?: FilterSnapshot): Stream<ArrayLike<number>, Filtered, FilterSnapshot> {
  const { chain, emission } = hmm;
  const config = { model: hmm.parameters.version };
  const slots = stateFrom(config, ALPHA + chain.states, resume);
  const block = createEmissionBlock(emission);
  const state = createForwardState(chain);
  const columns = Array.from({ length: emission.dimensions }, () => new Float64Array(1));
  const saved = slots.subarray(ALPHA);

  const load = (): ForwardState => {
    state.started = slots[STARTED] === 1;
    state.rescued = slots[RESCUED]!;
    state.alpha.set(saved);
    return state;
  };
  const advance = (features: ArrayLike<number>, into: Mutable<Filtered> = empty()): Filtered => {
    if (features.length !== columns.length) {
      throw new UsageError(`"features" expected ${columns.length} numbers, got ${shown(features.length)}`);
    }
    for (let i = 0; i < columns.length; i++) columns[i]![0] = features[i]!;
    emit(emission, columns, 0, 1, block);
    into.probabilities = sized(into.probabilities, chain.states);
    into.logLikelihood = sized(into.logLikelihood, 1);
    advanceForward(chain, load(), block.weights, block.shift, 1, into.probabilities, into.logLikelihood, 0);
    into.kind = 'filtered';
    into.length = 1;
    into.rescued = state.rescued;
    return into;
  };
  return {
    next: (features, into) => {
      const filtered = advance(features, into);
      slots[STARTED] = 1;
      slots[RESCUED] = state.rescued;
      slots.set(state.alpha, ALPHA);
      return filtered;
    },
    peek: (features, into) => advance(features, into),
    snapshot: () => snapshotOf(config, slots),
  };
}

const NOTHING = new Float64Array(0);
const empty = (): Mutable<Filtered> => ({
  kind: 'filtered',
  length: 1,
  probabilities: NOTHING,
  logLikelihood: NOTHING,
  rescued: 0,
});

/** Returns the given memory when its length fits, else new memory. */
function sized(given: Float64Array | undefined, length: number): Float64Array {
  return given?.length === length ? given : new Float64Array(length);
}
