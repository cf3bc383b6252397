/** Indicators: order flow. */

import type { Indicator } from '../indicator.ts';

/** Of this group, in the order of the catalogue. */
export const ORDER_FLOW: readonly Indicator[] = [];
