/** Strategies: oscillator systems. */

import type { Strategy } from '../strategy.ts';

/** Of this group, in the order of the catalogue. */
export const OSCILLATOR_SYSTEMS: readonly Strategy[] = [];
