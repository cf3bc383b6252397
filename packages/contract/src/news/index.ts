/** News: market-moving events of perps, the market's reaction, and the funnel of reports. */

import { feature } from '../feature.ts';
import { newsOfCoin } from './coin.ts';
import { newsMarketMoving } from './market-moving.ts';
import { newsPublication } from './publication.ts';
import { newsPulseTable } from './pulse.ts';
import { newsSources } from './sources.ts';

export { NEWS, type FunnelHour, type NewsArchive, type NewsAsked, type NewsSource } from './port.ts';
export { newsPublication, type NewsHead } from './publication.ts';
export { pulseRow } from './row.ts';
export const news = feature({
  publications: [newsPublication],
  operations: [newsPulseTable, newsMarketMoving, newsOfCoin, newsSources],
  families: { news: 'News: catalysts that can move a perp, what the market did after them, and pressure by perp.' },
});
