/** The additive note of the meme row. */

import type { AdditiveNote } from '../endpoint.ts';
import { FIRST_RELEASE } from '../version.ts';

export const ROW_NOTE: AdditiveNote = {
  date: FIRST_RELEASE,
  text: 'rows also carry extension_max_14d_pct, share_of_high_30d, price, computed_from, stale and config_version; ret_1d is left out when the day before is missing',
};
