/** Market health: a long-term and a short-term score of eleven components, their history, and the breadth of coins. */

import { feature } from '../feature.ts';
import { refresh } from '../shapes/refresh.ts';
import { altcoinBreadthNow } from './altcoin-breadth.ts';
import { marketHealthComponent, marketHealthComponents, marketHealthGet } from './get.ts';
import { marketHealthHistory } from './history.ts';
import { breadthPublication, marketHealthPublication } from './publication.ts';
import { marketHealthSummary } from './summary.ts';

export { breadthCoin } from './altcoin-breadth.ts';
export { archivedHealth } from './history.ts';
export { breadthPublication, marketHealthPublication, type BreadthDays } from './publication.ts';
export { marketHealthBody, type MarketHealthWire } from './row.ts';

const marketHealthRefresh = refresh('market_health.refresh', {
  path: '/market-health/refresh',
  family: 'market-health',
  summary: 'Recomputes market health and altcoin breadth now.',
  of: marketHealthPublication,
});

export const marketHealth = feature({
  publications: [marketHealthPublication, breadthPublication],
  operations: [
    marketHealthGet,
    marketHealthSummary,
    marketHealthComponents,
    marketHealthComponent,
    marketHealthHistory,
    altcoinBreadthNow,
    marketHealthRefresh,
  ],
  families: { 'market-health': 'Market health: scores of eleven components, re-derivable from the answer.' },
});
