/** Detection of regimes as they begin: delays, misses and false alarms. */

import { UsageError } from '@barograph/core';

/** Hours of a year, on average. */
const YEAR = 8_766;

/** Detection over a span. */
export interface Detection {
  /**
   * Mean hours from the start of a regime to the first hour with its label. A regime that is never named counts its whole
   * length. NaN without a regime that begins within the span.
   */
  readonly delay: number;
  /** Share of those regimes that are never named while they last; NaN without one. */
  readonly missed: number;
  /** Runs of a label that share no hour with its regime, per year; NaN without hours. */
  readonly falseAlarms: number;
}

/** A run of equal values: `[from, to)`. */
interface Run {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

function runs(values: Int8Array): readonly Run[] {
  const found: Run[] = [];
  for (let from = 0; from < values.length;) {
    let to = from + 1;
    while (to < values.length && values[to] === values[from]) to++;
    found.push({ value: values[from]!, from, to });
    from = to;
  }
  return found;
}

/**
 * Delays, misses and false alarms of labels that are matched to truths. The first regime of the span started
 * before it and does not count. A label without a truth is neither a detection nor an alarm.
 *
 * @param named truth that each hour's label is matched to; −1 for none.
 * @throws {UsageError} columns of different lengths.
 */
export function detection(named: Int8Array, truth: Int8Array): Detection {
  if (named.length !== truth.length) {
    throw new UsageError(`"named" expected ${truth.length} values like "truth", got ${named.length}`);
  }
  const regimes = runs(truth).slice(1);
  const delays = regimes.map(({ value, from, to }) => {
    const at = named.subarray(from, to).indexOf(value);
    return { hours: at < 0 ? to - from : at, isMissed: at < 0 };
  });
  const alarms = runs(named).filter(({ value, from, to }) => value >= 0 && !truth.subarray(from, to).includes(value));
  return {
    delay: delays.reduce((sum, { hours }) => sum + hours, 0) / delays.length,
    missed: delays.filter(({ isMissed }) => isMissed).length / delays.length,
    falseAlarms: (alarms.length * YEAR) / named.length,
  };
}
