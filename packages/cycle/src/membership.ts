/**
 * Membership: degree, 0 to 1, to which a signal satisfies a condition; a logistic of its distance to the cutoff.
 *
 * @source L. A. Zadeh, Fuzzy sets, Information and Control 8, 1965; logistic membership is the usual smooth choice.
 */

import type { CycleSignals } from './signals.ts';

/**
 * Condition on one side of a cutoff; `width` is the distance at which membership is 0.73. The cutoff is in the unit of
 * the signal.
 */
export interface Side {
  readonly signal: Measured;
  readonly op: '<' | '>';
  readonly cutoff: number;
  readonly width: number;
}

/** Condition between two cutoffs. */
export interface Between {
  readonly signal: Measured;
  readonly op: 'in';
  readonly low: number;
  readonly high: number;
  /** Distance from a cutoff at which membership is 0.73, in the unit of the signal. */
  readonly width: number;
}

/** Best of several sides. */
export interface AnyOf {
  readonly op: 'any';
  readonly of: readonly Side[];
}

/** Measurable quantity: a signal, or the worse of the 30-day return and 0.6 times the 90-day return. */
export type Measured = keyof CycleSignals | 'worst30';

/** Value of a measure; null when a signal that it needs is missing. */
export function measured(signals: CycleSignals, name: Measured): number | null {
  if (name !== 'worst30') return signals[name];
  const { r30, r90 } = signals;
  return r30 === null || r90 === null ? null : Math.min(r30, 0.6 * r90);
}

/** Membership of "above the cutoff": 0.5 at the cutoff, rising. */
export function up(value: number, cutoff: number, width: number): number {
  return 1 / (1 + Math.exp(-(value - cutoff) / width));
}

/** Membership of "below the cutoff": 0.5 at the cutoff, falling. */
export function down(value: number, cutoff: number, width: number): number {
  return 1 - up(value, cutoff, width);
}

/**
 * Degree to which the signals satisfy a condition, 0…1; null when a signal that it needs is missing.
 *
 * @example
 * membership({ ...NO_SIGNALS, d200: 0.1 }, { signal: 'd200', op: '>', cutoff: 0, width: 0.1 })?.toFixed(2); // → '0.73'
 */
export function membership(signals: CycleSignals, condition: Side | Between | AnyOf): number | null {
  if (condition.op === 'any') {
    const known = condition.of.map((side) => membership(signals, side)).filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  }
  const value = measured(signals, condition.signal);
  if (value === null) return null;
  const { op, width } = condition;
  if (op === 'in') return up(value, condition.low, width) * down(value, condition.high, width);
  return op === '>' ? up(value, condition.cutoff, width) : down(value, condition.cutoff, width);
}
