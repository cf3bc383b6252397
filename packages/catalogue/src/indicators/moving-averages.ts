/** Indicators: moving averages. */

import type { Indicator } from '../indicator.ts';

/** Of this group, in the order of the catalogue. */
export const MOVING_AVERAGES: readonly Indicator[] = [];
