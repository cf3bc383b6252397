/** The additive note of the technical row. */

import type { AdditiveNote } from '../endpoint.ts';
import { FIRST_RELEASE } from '../version.ts';

export const ROW_NOTE: AdditiveNote = {
  date: FIRST_RELEASE,
  text: 'rows carry close_1d, computed_from, pegged, settled, stale and config_version; sr carries kind; the answer carries as_of and data_source',
};
