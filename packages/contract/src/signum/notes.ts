/** The additive note of the SIGNUM_RGG row. */

import type { AdditiveNote } from '../endpoint.ts';
import { FIRST_RELEASE } from '../version.ts';

export const ROW_NOTE: AdditiveNote = {
  date: FIRST_RELEASE,
  text: 'rows also carry symbol, source, plus_di, minus_di, pct_change_24h, quote_volume_24h, range_20d (grey rows only), pegged, settled, stale, incomplete_days and config_version; the answer carries data_source',
};
