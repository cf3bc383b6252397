/** Strategies: seasonality events. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const SEASONALITY_EVENTS: readonly Strategy[] = [];
