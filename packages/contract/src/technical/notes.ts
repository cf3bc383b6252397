/** The additive note of the technical row. */

import type { AdditiveNote } from '../endpoint.ts';
import { API_VERSION } from '../version.ts';

export const ROW_NOTE: AdditiveNote = {
  date: API_VERSION,
  text: 'rows carry close_1d, computed_from, pegged, settled, stale and config_version; sr carries kind; the answer carries as_of and data_source',
};
