/** Duration of a regime, and the previous regime. */

import type { Mutable } from '@barograph/core';
import type { VolatilityRegime } from './label.ts';

/** Duration state, plain JSON. */
export interface TenureState {
  readonly regime: VolatilityRegime | null;
  /** Complete days in the regime, including the first; 0 without a regime. */
  readonly days: number;
  readonly previous: VolatilityRegime | null;
}

/** Duration before the first day. */
export const NO_TENURE: TenureState = Object.freeze({ regime: null, days: 0, previous: null });

/** Counts the published regime of a day; a day without regime restarts the count. */
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

/** Whether the regime changed on the last day. */
export function isChange({ days, previous }: TenureState): boolean {
  return days === 1 && previous !== null;
}
