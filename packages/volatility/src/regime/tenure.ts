/** Duration of a regime, and the regime before it. */

import type { Mutable, Reducer } from '@barograph/core';
import type { VolatilityRegime } from './label.ts';

/** Plain JSON. */
export interface TenureState {
  readonly regime: VolatilityRegime | null;
  /** Completed days in the regime, its first one included; 0 without a regime. */
  readonly days: number;
  readonly previous: VolatilityRegime | null;
}

export interface Tenure {
  /** null without a regime. */
  readonly daysInRegime: number | null;
  /** The regime before this one; null while the history holds none. */
  readonly prevRegime: VolatilityRegime | null;
  /** The regime changed at this day. */
  readonly regimeChanged: boolean;
}

/** Counts the published regimes of days; a day without one begins anew. */
export const regimeTenure: Reducer<TenureState, VolatilityRegime | null, Tenure> = Object.freeze({
  initial: Object.freeze({ regime: null, days: 0, previous: null }),
  step: (before: TenureState, regime: VolatilityRegime | null) => {
    const state = { ...before };
    countDay(state, regime);
    return {
      state,
      output: {
        daysInRegime: state.regime === null ? null : state.days,
        prevRegime: state.previous,
        regimeChanged: isChange(state),
      },
    };
  },
});

/** The step in a state that may be written to. */
export function countDay(state: Mutable<TenureState>, regime: VolatilityRegime | null): void {
  const { regime: last, days } = state;
  state.regime = regime;
  if (regime === null) {
    state.days = 0;
    state.previous = null;
  } else if (regime === last) {
    state.days = days + 1;
  } else {
    state.days = 1;
    state.previous = last;
  }
}

/** Whether the regime changed at the last day. */
export function isChange({ days, previous }: TenureState): boolean {
  return days === 1 && previous !== null;
}
