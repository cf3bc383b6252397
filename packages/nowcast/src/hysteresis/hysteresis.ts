/**
 * Hysteresis of the published label: a machine between the posterior and the output, which prevents label changes
 * without a reason. It uses label ids only, not the model.
 *
 * Per closed bar, in this order, with `a` the likeliest label (the incumbent wins ties, then the lower id):
 * ```
 * floor    : armed by the bar before, and a is another label        → a
 * override : a has ≥ override                                       → a, whatever the dwell
 * margin   : a leads the incumbent by ≥ margin, `bars` bars in a row → a
 * ```
 * The floor is armed for the next bar when the published label has less than `incumbentFloor`.
 *
 * The three rules and their numbers are specified; order, ties and the floor's restriction to the next bar are our
 * reading.
 */

import { shown, UsageError, type Reducer } from '@barograph/core';
import { checkHysteresisConfig, HYSTERESIS_V1, type HysteresisConfig } from './config.ts';

/** Rule that changed a label. */
export type FlipPath = 'floor' | 'override' | 'margin';

/** Challenger in the lead, and for how many consecutive bars. `label` is an id; `count` is in bars. */
export interface Pending {
  readonly label: number;
  readonly count: number;
}

/** State of the machine, plain JSON. */
export type HysteresisState =
  | { readonly phase: 'unset' }
  | {
      readonly phase: 'set';
      /** Incumbent label. */
      readonly label: number;
      /** Closed bars in the regime, including the first. */
      readonly candles: number;
      /** Time of the first bar of the regime; null when it predates the first bar seen. */
      readonly since: number | null;
      readonly pending: Pending | null;
      readonly floorArmed: boolean;
      /** Time of the last bar. */
      readonly time: number;
    };

/** Closed bar: its time, and the probability of every label. */
export interface HysteresisInput {
  readonly time: number;
  readonly posterior: ArrayLike<number>;
}

/**
 * Published label of an hour, and the reason for it. `candles` counts its bars; of a pending challenger, `count` bars
 * have led in a row and `needed` confirm it.
 */
export interface HysteresisOutput {
  /** The published label. */
  readonly label: number;
  readonly candles: number;
  readonly since: number | null;
  readonly pending: (Pending & { readonly needed: number }) | null;
  /** Likeliest label other than the published one, and its probability minus that of the published one. */
  readonly challenger: number;
  readonly lead: number;
  /** Rule that changed the label on this bar; null without a change. */
  readonly path: FlipPath | null;
  readonly floorArmed: boolean;
}

/**
 * Sums such as 0.1 + 0.2 must not decide a regime. Probabilities have a fixed scale, so an absolute tolerance is right
 * here.
 */
const SLACK = 1e-12;
const atLeast = (value: number, bound: number): boolean => value >= bound - SLACK;

/**
 * Creates the machine as a pure reducer, one step per closed bar. A bar not after the last one changes nothing.
 *
 * @param config parameters. @default HYSTERESIS_V1
 * @throws {UsageError} when the config is invalid, or (from `step`) when the posterior is not a distribution.
 * @example
 * const posteriors = [[0.6, 0.4], [0.4, 0.6], [0.3, 0.7], [0.3, 0.7]];
 * const inputs = posteriors.map((posterior, i) => ({ time: i * HOUR_MS, posterior }));
 * fold(hysteresis(), inputs).outputs.map(({ label, path }) => path ?? label); // → [ 0, 0, 'override', 1 ]
 */
export function hysteresis(
  config: HysteresisConfig = HYSTERESIS_V1,
): Reducer<HysteresisState, HysteresisInput, HysteresisOutput> {
  checkHysteresisConfig(config);
  return {
    initial: { phase: 'unset' },
    step: (state, input) => {
      const { state: next, path } = take(state, input, config);
      return { state: next, output: outputOf(next, input.posterior, path, config) };
    },
  };
}

/** Slots of a machine before the first bar. @throws {UsageError} when the config is invalid. */
export function noLabel(config: HysteresisConfig): Float64Array {
  checkHysteresisConfig(config);
  return slotsOf({ phase: 'unset' });
}

interface Taken {
  readonly state: Set;
  readonly path: FlipPath | null;
}

type Set = Extract<HysteresisState, { phase: 'set' }>;

// Slots of the machine, as in `HysteresisState`. No label and no challenger are −1; an unknown start is NaN.
const LABEL = 0;
const CANDLES = 1;
const SINCE = 2;
const CHALLENGER = 3;
const COUNT = 4;
const ARMED = 5;
const TIME = 6;

function slotsOf(state: HysteresisState): Float64Array {
  if (state.phase === 'unset') return Float64Array.of(-1, 0, NaN, -1, 0, 0, -Infinity);
  const { label, candles, since, pending, floorArmed, time } = state;
  return Float64Array.of(
    label,
    candles,
    since ?? NaN,
    pending?.label ?? -1,
    pending?.count ?? 0,
    Number(floorArmed),
    time,
  );
}

function take(state: HysteresisState, { posterior, time }: HysteresisInput, config: HysteresisConfig): Taken {
  const slots = slotsOf(state);
  const path = PATHS[fillPublished(slots, posterior, posterior.length, [time], 0, 1, undefined, config)]!;
  if (state.phase === 'set' && time <= state.time) return { state, path };
  const since = slots[SINCE]!;
  const count = slots[COUNT]!;
  return {
    state: {
      phase: 'set',
      label: slots[LABEL]!,
      candles: slots[CANDLES]!,
      since: Number.isNaN(since) ? null : since,
      pending: count === 0 ? null : { label: slots[CHALLENGER]!, count },
      floorArmed: slots[ARMED] === 1,
      time,
    },
    path,
  };
}

const PATHS = [null, 'floor', 'override', 'margin'] as const;

/**
 * Runs {@link hysteresis} over rows `from…to` of a table with `labels` probabilities each, without a record per hour,
 * for callers that only need labels. State is in locals: in memory each row would wait for the previous one.
 *
 * @param into receives the label of each row.
 * @returns the code of the last row's path.
 */
export function fillPublished(
  slots: Float64Array,
  posteriors: ArrayLike<number>,
  labels: number,
  times: ArrayLike<number>,
  from: number,
  to: number,
  into: Int8Array | undefined,
  { barMs, maxGapBars, minDwellBars, override, margin, bars, incumbentFloor }: HysteresisConfig,
): number {
  if (labels < 2) throw new UsageError(`"posterior" expected at least 2 labels, got ${labels}`);
  let label = slots[LABEL]! | 0;
  let candles = slots[CANDLES]!;
  let challenger = slots[CHALLENGER]!;
  let count = slots[COUNT]!;
  let isArmed = slots[ARMED] === 1;
  let last = slots[TIME]!;
  let path = 0;
  for (let i = from; i < to; i++) {
    const at = i * labels;
    const time = times[i]!;
    // Likeliest label: the incumbent wins ties, then the lower id.
    let a = Math.max(0, label);
    let top = a < labels ? posteriors[at + a]! : NaN;
    let sum = 0;
    for (let other = 0; other < labels; other++) {
      const p = posteriors[at + other]!;
      if (!(p >= 0)) throw new UsageError(`"posterior[${other}]" expected a number ≥ 0, got ${shown(p)}`);
      sum += p;
      if (p > top) {
        top = p;
        a = other;
      }
    }
    if (!(Math.abs(sum - 1) < 1e-6)) throw new UsageError(`"posterior" expected a sum of 1, got ${sum}`);
    if (label >= labels) throw new UsageError(`"posterior" expected more than ${label} labels, got ${labels}`);
    path = 0;
    if (time > last) {
      let seen = 0;
      if (label >= 0 && a !== label) {
        const mayLeave = candles >= minDwellBars;
        const isForgotten = Math.round((time - last) / barMs) - 1 > maxGapBars;
        if (isArmed && !isForgotten && mayLeave) path = 1;
        else if (atLeast(top, override)) path = 2;
        else if (atLeast(top - posteriors[at + label]!, margin)) {
          seen = challenger === a && !isForgotten ? count + 1 : 1;
          if (seen >= bars && mayLeave) path = 3;
        }
      }
      if (label < 0 || path > 0) {
        label = a;
        candles = 0;
      }
      candles++;
      if (path > 0) slots[SINCE] = time;
      count = path > 0 ? 0 : seen;
      challenger = count === 0 ? -1 : a;
      isArmed = !atLeast(posteriors[at + label]!, incumbentFloor);
      last = time;
    }
    if (into !== undefined) into[i] = label;
  }
  slots[LABEL] = label;
  slots[CANDLES] = candles;
  slots[CHALLENGER] = challenger;
  slots[COUNT] = count;
  slots[ARMED] = Number(isArmed);
  slots[TIME] = last;
  return path;
}

function outputOf(
  { label, candles, since, pending, floorArmed }: Set,
  posterior: ArrayLike<number>,
  path: FlipPath | null,
  { bars }: HysteresisConfig,
): HysteresisOutput {
  let challenger = label === 0 ? 1 : 0;
  for (let other = 0; other < posterior.length; other++) {
    if (other !== label && posterior[other]! > posterior[challenger]!) challenger = other;
  }
  return {
    label,
    candles,
    since,
    pending: pending === null ? null : { label: pending.label, count: pending.count, needed: bars },
    challenger,
    lead: posterior[challenger]! - posterior[label]!,
    path,
    floorArmed,
  };
}
