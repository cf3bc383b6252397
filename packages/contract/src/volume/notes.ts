/** The additive note of the volume row. */

import type { AdditiveNote } from '../endpoint.ts';
import { API_VERSION } from '../version.ts';

export const ROW_NOTE: AdditiveNote = {
  date: API_VERSION,
  text: 'rows also carry config_version; the answer carries as_of and data_source',
};
