/** Indicators: derivatives. */

import type { Indicator } from '../indicator.ts';

/** Of this group, in the order of the catalogue. */
export const DERIVATIVES: readonly Indicator[] = [];
