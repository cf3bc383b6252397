/** The wiki: pages of strategies, indicators and concepts, with search. */

import { feature } from '../feature.ts';
import { wikiPage } from './page.ts';
import { wikiSearch } from './search.ts';
import { wikiStats } from './stats.ts';

export { WIKI, type WikiState } from './port.ts';
export { addressOf } from './rows.ts';
export { snippetOf } from './snippet.ts';
export const wiki = feature({
  operations: [wikiSearch, wikiPage, wikiStats],
  families: { wiki: 'Pages about strategies, indicators and how the numbers of this service are made; CC BY 4.0.' },
});
