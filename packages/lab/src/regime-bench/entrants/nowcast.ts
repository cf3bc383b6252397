/** The shipped nowcast: the labels that it publishes. It was trained on real hours and learns nothing from the training span. */

import { createNowcast, REGIMES } from '@barograph/nowcast';
import { type Entrant, NO_LABEL } from '../entrant.ts';

/** Labels of the shipped model behind its hysteresis. @source own model: docs/engines/nowcast.md of the repository. */
export const nowcast: Entrant = {
  name: 'barograph-nowcast',
  source: 'own: shipped model, published labels',
  labels: REGIMES.length,
  fit:
    (_, { model }) =>
    () => {
      const stream = createNowcast(model);
      return {
        next: (bar) => {
          const { regime } = stream.next(bar);
          return regime === null ? NO_LABEL : REGIMES.indexOf(regime.label);
        },
      };
    },
};
