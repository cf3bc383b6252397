/** The additive note of the volume row. */

import type { AdditiveNote } from '../endpoint.ts';
import { FIRST_RELEASE } from '../version.ts';

export const ROW_NOTE: AdditiveNote = {
  date: FIRST_RELEASE,
  text: 'rows also carry config_version; the answer carries as_of and data_source',
};
