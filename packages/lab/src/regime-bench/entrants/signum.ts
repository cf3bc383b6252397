/** SIGNUM_RGG on hourly bars: trend colour. Not fitted. */

import { createSignum, SIGNUM_COLORS } from '@barograph/indicators';
import { type Entrant, NO_LABEL } from '../entrant.ts';

/** Red, grey or green. @source own rule: `createSignum` of @barograph/indicators, signum/2. */
export const signumColor: Entrant = {
  name: 'signum',
  source: 'own: signum/2 on hours',
  labels: SIGNUM_COLORS.length,
  fit: () => () => {
    const stream = createSignum();
    return {
      next: (bar) => {
        const { color } = stream.next(bar);
        return color === null ? NO_LABEL : SIGNUM_COLORS.indexOf(color);
      },
    };
  },
};
