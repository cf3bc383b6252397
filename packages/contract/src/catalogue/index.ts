/** Catalogues of strategies and of indicators: data of the package, returned unchanged. */

import { feature } from '../feature.ts';
import { indicatorGet, strategyGet } from './details.ts';
import { indicatorGroups, strategyGroups } from './groups.ts';
import { indicatorList, strategyList } from './lists.ts';

export const catalogue = feature({
  operations: [strategyGroups, strategyList, strategyGet, indicatorGroups, indicatorList, indicatorGet],
  families: { catalogue: 'Catalogues of strategies and indicators, with sources. No entry promises a return.' },
});
