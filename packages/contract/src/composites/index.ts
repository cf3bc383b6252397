/** Composites of the operator. */

import { feature } from '../feature.ts';
import { compositeGet } from './get.ts';
import { compositeList } from './list.ts';

export { OWN_COMPOSITES, type OwnComposites, type ScoredComposite } from './port.ts';
export const composites = feature({
  operations: [compositeList, compositeGet],
  families: { composites: 'Composites of the operator of this service, over the numbers that it publishes.' },
});
