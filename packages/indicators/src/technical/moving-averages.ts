/** Relations of closes and averages: sides, the last cross, and the state of the long average. */

import { integerAtLeast, type Reducer } from '@barograph/core';

/** Side of a level. */
export type Side = 'above' | 'below';

/**
 * The side of `level` that `value` is on. Equality, and a level that is not defined, keep the side of before, so that
 * a value that touches its level and turns back has not crossed it.
 *
 * @example
 * sideOf(101, 100, null); // → 'above'
 */
export function sideOf(value: number, level: number, before: Side | null): Side | null {
  if (value > level) return 'above';
  return value < level ? 'below' : before;
}

/** A cross of two averages. */
export interface Cross {
  /** `golden`: the fast average went above the slow one; `death`: below. */
  readonly type: 'golden' | 'death';
  /** Time of the bar that crossed. */
  readonly bar: number;
  /** Completed bars since; 0 on the bar itself. */
  readonly barsAgo: number;
}

/** Plain JSON. */
export type CrossState =
  | { readonly phase: 'unset' }
  | { readonly phase: 'sided'; readonly side: Side; readonly last: Cross | null };

/** A closed bar's two averages (NaN until defined), and the time of that bar. */
export interface CrossInput {
  readonly time: number;
  readonly fast: number;
  readonly slow: number;
}

/**
 * The last cross of two averages, one step per closed bar; null before the first. Until both averages are defined and
 * have parted there is no side, so the first side is no cross.
 *
 * @example
 * fold(averageCross(), [{ time: 0, fast: 1, slow: 2 }, { time: 1, fast: 3, slow: 2 }]).outputs[1]?.type; // → 'golden'
 */
export function averageCross(): Reducer<CrossState, CrossInput, Cross | null> {
  return {
    initial: { phase: 'unset' },
    step: (state, { time, fast, slow }) => {
      const before = state.phase === 'unset' ? null : state.side;
      const side = sideOf(fast, slow, before);
      if (side === null) return { state, output: null };
      const last = lastCross(state, side, time);
      return { state: { phase: 'sided', side, last }, output: last };
    },
  };
}

function lastCross(state: CrossState, side: Side, time: number): Cross | null {
  if (state.phase === 'unset') return null;
  if (side !== state.side) return { type: side === 'above' ? 'golden' : 'death', bar: time, barsAgo: 0 };
  const { last } = state;
  return last === null ? null : { type: last.type, bar: last.bar, barsAgo: last.barsAgo + 1 };
}

/** States of a price against its 200-day average. */
export const MA_STATES = ['above_200', 'below_200', 'breakdown_200', 'reclaim_200'] as const;

/** State of a price against its 200-day average. */
export type MaState = (typeof MA_STATES)[number];

/** Plain JSON. `days` are completed days in the state, the first included. */
export type MaStateState = { readonly phase: 'unset' } | { readonly phase: MaState; readonly days: number };

/** A completed day's close, and its long average (NaN until defined). */
export interface MaStateInput {
  readonly close: number;
  readonly average: number;
}

/** null until the close and its average were defined and have parted. */
export interface MaStateOutput {
  readonly maState: MaState | null;
  readonly daysInState: number | null;
}

/** The side of its average that a price in this state is on. */
export function sideOfState(state: MaState): Side {
  return state === 'above_200' || state === 'reclaim_200' ? 'above' : 'below';
}

/**
 * The state machine of the long average, one step per completed day.
 *
 * ```
 * side above: crossed within crossDays → reclaim_200,   else above_200
 * side below: crossed within crossDays → breakdown_200, else below_200
 * ```
 *
 * A crossing begins a breakdown or a reclaim, which holds for `crossDays` completed days, the day of the crossing
 * included, unless the price crosses back; then it is above or below. The first side is no crossing.
 *
 * @throws {UsageError} `crossDays` is not an integer ≥ 1.
 * @example
 * fold(maState(5), [{ time: 0, close: 101, average: 100 }]).outputs.length; // → 1
 */
export function maState(crossDays: number): Reducer<MaStateState, MaStateInput, MaStateOutput> {
  integerAtLeast('crossDays', crossDays, 1);
  return {
    initial: { phase: 'unset' },
    step: (state, input) => {
      const next = advance(state, input, crossDays);
      return {
        state: next,
        output:
          next.phase === 'unset'
            ? { maState: null, daysInState: null }
            : { maState: next.phase, daysInState: next.days },
      };
    },
  };
}

function advance(state: MaStateState, { close, average }: MaStateInput, crossDays: number): MaStateState {
  const [before, days] = state.phase === 'unset' ? [null, 0] : [state.phase, state.days];
  const phase = nextMaState(before, days, close, average, crossDays);
  if (phase === null) return state;
  return { phase, days: phase === before ? days + 1 : 1 };
}

/** The state of a day after `days` days in the one before; another state, or one more day of the same. null: none yet. */
export function nextMaState(
  state: MaState | null,
  days: number,
  close: number,
  average: number,
  crossDays: number,
): MaState | null {
  const before = state === null ? null : sideOfState(state);
  const side = sideOf(close, average, before);
  if (side === null) return null;
  const settled = side === 'above' ? 'above_200' : 'below_200';
  if (state === null) return settled;
  if (side !== before) return side === 'above' ? 'reclaim_200' : 'breakdown_200';
  const isFresh = state === 'reclaim_200' || state === 'breakdown_200';
  return isFresh && days === crossDays ? settled : state;
}
