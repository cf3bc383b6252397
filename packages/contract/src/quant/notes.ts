/** Additive notes that several operations of the nowcast share. */

import type { AdditiveNote } from '../endpoint.ts';
import { API_VERSION } from '../version.ts';

export const SILENT_NOTE: AdditiveNote = {
  date: API_VERSION,
  text: 'liquidation_risk, funding, breadth and open_interest are null where their inputs are not known, and heads_provenance says which',
};
