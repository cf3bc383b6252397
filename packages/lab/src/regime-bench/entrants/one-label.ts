/** A single regime: metrics without a model. */

import type { Entrant } from '../entrant.ts';

/** The same label for every hour. @source a baseline of our own. */
export const oneLabel: Entrant = {
  name: 'one-label',
  source: 'baseline: a single regime',
  labels: 1,
  fit: () => () => ({ next: () => 0 }),
};
