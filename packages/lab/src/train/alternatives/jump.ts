/**
 * Statistical jump model: rows belong to clusters, and every change of cluster costs a penalty. Compared with the hidden
 * Markov model; not shipped.
 *
 * ```
 * loss_k(z) = ½·|z − θ_k|²,   over the features that the row has
 * V_k(t) = loss_k(z_t) + min( V_k(t−1), min_j V_j(t−1) + λ )
 * ```
 * `V_k(t)` is the least cost of all state sequences that end in `k`. The state published at `t` is the last state of the
 * best sequence so far, so it depends on no later row.
 *
 * @source A. Bemporad, V. Breschi, D. Piga, S. Boyd, Fitting jump models, Automatica 96, 2018. P. Nystrup, E. Lindström,
 * H. Madsen, Learning hidden Markov models with persistent states by penalizing jumps, Expert Systems with Applications
 * 150, 2020 (features, the online state).
 */

/** A fitted jump model. Plain JSON. */
export interface JumpModel {
  /** State by state, one number per feature in robust units. */
  readonly centres: readonly (readonly number[])[];
  /** Label id of every state. */
  readonly labels: readonly number[];
  /** Cost of a change of state, `λ ≥ 0`, in units of the loss. */
  readonly penalty: number;
}

/** Online states of a history. */
export interface JumpStates {
  readonly states: Int32Array;
  /** Per row and state: cost of the best sequence into the state minus the overall minimum; 0 for the online state. */
  readonly excess: Float64Array;
}

/** Streaming jump model. */
export interface JumpStream {
  /**
   * Takes a row of standardised features, NaN where one is missing, and returns the excess costs of all states: memory
   * that the next call writes over.
   */
  readonly next: (row: ArrayLike<number>) => Float64Array;
}

/** Losses of one row under all states, into `out`. */
function losses(centres: JumpModel['centres'], row: ArrayLike<number>, out: Float64Array): void {
  centres.forEach((centre, k) => {
    let sum = 0;
    for (let i = 0; i < centre.length; i++) {
      const z = row[i]!;
      if (!Number.isNaN(z)) sum += (z - centre[i]!) ** 2;
    }
    out[k] = sum / 2;
  });
}

/** Position of the least value; of equal ones the first. */
export function leastOf(values: ArrayLike<number>): number {
  let least = 0;
  for (let k = 1; k < values.length; k++) if (values[k]! < values[least]!) least = k;
  return least;
}

/** The online recursion row by row. */
export function createJump({ centres, penalty }: JumpModel): JumpStream {
  const loss = new Float64Array(centres.length);
  // All states cost the same before the first row.
  const excess = new Float64Array(centres.length);
  return {
    next: (row) => {
      losses(centres, row, loss);
      // The least excess of the row before is 0, so that a jump costs λ more than the best sequence so far.
      for (let k = 0; k < excess.length; k++) excess[k] = loss[k]! + Math.min(excess[k]!, penalty);
      const least = excess[leastOf(excess)]!;
      for (let k = 0; k < excess.length; k++) excess[k] = excess[k]! - least;
      return excess;
    },
  };
}

/** The online recursion over a whole history, equal to {@link createJump} to the bit. */
export function jumpStates(model: JumpModel, columns: readonly ArrayLike<number>[]): JumpStates {
  const { length } = columns[0]!;
  const width = model.centres.length;
  const states = new Int32Array(length);
  const excess = new Float64Array(length * width);
  const stream = createJump(model);
  const row = new Float64Array(columns.length);
  for (let t = 0; t < length; t++) {
    for (let i = 0; i < row.length; i++) row[i] = columns[i]![t]!;
    const now = stream.next(row);
    excess.set(now, t * width);
    states[t] = leastOf(now);
  }
  return { states, excess };
}

/** Best sequence given all rows, as used by the fit. */
export interface JumpPath {
  readonly states: Int32Array;
  /** Its losses and penalties. */
  readonly cost: number;
}

/** Losses of all rows, row by row: those of {@link losses} to the bit, column by column, which is several times faster. */
function pathLosses(centres: JumpModel['centres'], columns: readonly ArrayLike<number>[]): Float64Array {
  const width = centres.length;
  const out = new Float64Array(columns[0]!.length * width);
  columns.forEach((column, i) =>
    centres.forEach((centre, k) => {
      const at = centre[i]!;
      for (let t = 0; t < column.length; t++) {
        const z = column[t]!;
        if (!Number.isNaN(z)) out[t * width + k] = out[t * width + k]! + (z - at) ** 2;
      }
    }),
  );
  return out.map((sum) => sum / 2);
}

/** The sequence of least cost, by dynamic programming; where staying and jumping cost the same it stays. */
export function jumpPath(
  { centres, penalty }: Pick<JumpModel, 'centres' | 'penalty'>,
  columns: readonly ArrayLike<number>[],
): JumpPath {
  const { length } = columns[0]!;
  const width = centres.length;
  const from = new Int32Array(length * width);
  const losses = pathLosses(centres, columns);
  const next = new Float64Array(width);
  const cost = new Float64Array(width);
  for (let t = 0; t < length; t++) {
    const best = leastOf(cost);
    const jump = t === 0 ? 0 : cost[best]! + penalty;
    for (let k = 0; k < width; k++) {
      const stays = t === 0 || cost[k]! <= jump;
      from[t * width + k] = stays ? k : best;
      next[k] = losses[t * width + k]! + (stays ? cost[k]! : jump);
    }
    cost.set(next);
  }
  const states = new Int32Array(length);
  let state = leastOf(cost);
  for (let t = length - 1; t >= 0; t--) {
    states[t] = state;
    state = from[t * width + state]!;
  }
  return { states, cost: cost[leastOf(cost)]! };
}
