/** Strategies: volume price. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const VOLUME_PRICE: readonly Strategy[] = [];
