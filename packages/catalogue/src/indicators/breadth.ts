/** Indicators: breadth. */

import type { Indicator } from '../indicator.ts';

/** Of this group, in the order of the catalogue. */
export const BREADTH: readonly Indicator[] = [];
