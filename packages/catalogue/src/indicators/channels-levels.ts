/** Indicators: channels levels. */

import type { Indicator } from '../indicator.ts';

/** Of this group, in the order of the catalogue. */
export const CHANNELS_LEVELS: readonly Indicator[] = [];
