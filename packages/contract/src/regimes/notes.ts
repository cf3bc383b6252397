/** Additive note of every answer with the current regime. */

import type { AdditiveNote } from '../endpoint.ts';
import { FIRST_RELEASE } from '../version.ts';

export const CURRENT_NOTES: readonly AdditiveNote[] = [
  {
    date: FIRST_RELEASE,
    text: 'universe, breadth, breadth_reads and raw.open; low_z in signals and signal_times',
  },
  {
    date: FIRST_RELEASE,
    text: 'signal_times, since_anchor, meta and data_source; each signal is null where it has no source',
  },
];
