/** Tides: readings by the day. */

import { feature } from '../../../../packages/contract/src/feature.ts';
import { tidesList } from './list.ts';
import { tidesPublication } from './publication.ts';

export const tides = feature({
  publications: [tidesPublication],
  operations: [tidesList],
  families: { tides: 'Tides: readings by the day.' },
});
