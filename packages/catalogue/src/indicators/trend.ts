/** Indicators: trend. */

import type { Indicator } from '../indicator.ts';

/** Of this group, in the order of the catalogue. */
export const TREND: readonly Indicator[] = [];
