/** Shock detector: whether a shock is in progress. Not fitted. */

import { shock } from '@barograph/nowcast';
import { type Entrant, NO_LABEL } from '../entrant.ts';

/** Label 1 during a shock. @source own rule: `shock` of @barograph/nowcast, shock/1. */
export const shockState: Entrant = {
  name: 'barograph-shock',
  source: 'own: shock/1',
  labels: 2,
  fit: () => {
    const { initial, step } = shock();
    return () => {
      let state = initial;
      return {
        next: (bar) => {
          const next = step(state, bar);
          ({ state } = next);
          return next.output.active === null ? NO_LABEL : Number(next.output.active);
        },
      };
    };
  },
};
