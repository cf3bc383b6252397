/** Duration of a regime, and the regime before it. */

import type { Reducer } from '@barograph/core';
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
  step: (state: TenureState, regime: VolatilityRegime | null) => {
    const next = advance(state, regime);
    return {
      state: next,
      output: {
        daysInRegime: next.regime === null ? null : next.days,
        prevRegime: next.previous,
        regimeChanged: next.days === 1 && next.previous !== null,
      },
    };
  },
});

function advance({ regime: last, days, previous }: TenureState, regime: VolatilityRegime | null): TenureState {
  if (regime === null) return { regime: null, days: 0, previous: null };
  return regime === last ? { regime, days: days + 1, previous } : { regime, days: 1, previous: last };
}
