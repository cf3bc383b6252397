/** Additive notes that several operations of the nowcast share. */

import type { AdditiveNote } from '../endpoint.ts';
import { FIRST_RELEASE } from '../version.ts';

export const SILENT_NOTE: AdditiveNote = {
  date: FIRST_RELEASE,
  text: 'liquidation_risk, funding, breadth and open_interest are null where their inputs are not known, and heads_provenance says which',
};
