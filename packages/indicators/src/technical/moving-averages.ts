/** Relations of closes and averages: sides, the last cross, and the state of the long average. */

import { integerAtLeast, type Reducer } from '@barograph/core';

/** Side of a level. */
export type Side = 'above' | 'below';

/**
 * Returns the side of `level` on which `value` is. Equality and an undefined level keep the previous side, so touching
 * a level and turning back is not a cross.
 *
 * @example
 * sideOf(101, 100, null); // → 'above'
 */
export function sideOf(value: number, level: number, before: Side | null): Side | null {
  if (value > level) return 'above';
  return value < level ? 'below' : before;
}

/** Cross of two averages. */
export interface Cross {
  /** `golden`: the fast average rose above the slow one; `death`: it fell below. */
  readonly type: 'golden' | 'death';
  /** Time of the bar that crossed. */
  readonly bar: number;
  /** Complete bars since the cross; 0 on the bar itself. */
  readonly barsAgo: number;
}

/** State of {@link averageCross}, plain JSON. */
export type CrossState =
  | { readonly phase: 'unset' }
  | { readonly phase: 'sided'; readonly side: Side; readonly last: Cross | null };

/** Both averages of a closed bar (NaN until defined), and the bar's time. */
export interface CrossInput {
  readonly time: number;
  readonly fast: number;
  readonly slow: number;
}

/**
 * Creates the machine of the last cross, one step per closed bar; null before the first cross. There is no side until
 * both averages are defined and differ, so the first side is not a cross.
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

/** State of {@link maState}, plain JSON. `days` are complete days in the state, including the first. */
export type MaStateState = { readonly phase: 'unset' } | { readonly phase: MaState; readonly days: number };

/** Close of a complete day, and its long average (NaN until defined). */
export interface MaStateInput {
  readonly close: number;
  readonly average: number;
}

/** State after a day; null until the close and its average are defined and differ. */
export interface MaStateOutput {
  readonly maState: MaState | null;
  /** Complete days in the state, including the first. */
  readonly daysInState: number | null;
}

/** Side of the average that a state implies. */
export function sideOfState(state: MaState): Side {
  return state === 'above_200' || state === 'reclaim_200' ? 'above' : 'below';
}

/**
 * Creates the state machine of the long average, one step per complete day.
 *
 * ```
 * side above: crossed within crossDays → reclaim_200,   else above_200
 * side below: crossed within crossDays → breakdown_200, else below_200
 * ```
 *
 * A crossing starts a breakdown or a reclaim, which lasts `crossDays` complete days including the day of the crossing,
 * unless the price crosses back; then the state is above or below. The first side is not a crossing.
 *
 * @throws {UsageError} when `crossDays` is not an integer ≥ 1.
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

/** State of a day, `days` days into the previous state. null: undefined so far. */
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
