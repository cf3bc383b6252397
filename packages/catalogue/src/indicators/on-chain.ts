/** Indicators: on chain. */

import type { Indicator } from '../indicator.ts';

/** Of this group, in the order of the catalogue. */
export const ON_CHAIN: readonly Indicator[] = [];
