/** The perp venue: perps, prices, funding, open interest, books, and their daily snapshot. */

import { feature } from '../feature.ts';
import { dailyPerpdex } from './daily.ts';
import { tradeFlowPublication } from './flow-published.ts';
import { perpFundingRates } from './funding-rates.ts';
import { perpBook } from './l2-book.ts';
import { perpMeta } from './meta.ts';
import { perpOpenInterest } from './open-interest.ts';
import { perpPrices } from './prices.ts';
import { midsPublication, perpArchivePublication, perpsPublication } from './publication.ts';
import { perpSummary } from './summary.ts';
import { tradeFlowUniverse } from './trade-flow-universe.ts';
import { tradeFlow } from './trade-flow.ts';

export { TRADE_FLOW, tradeFlowPublication, type TradeFlowArchive, type TradeFlowHead } from './flow-published.ts';
export { flowRow, universeFlowRow, type FlowMinute, type FlowRowWire, type UniverseFlowRowWire } from './flow-row.ts';
export { perpRow, type PerpFound, type PerpRowWire, type PerpState } from './perp-row.ts';
export {
  midRow,
  midsPublication,
  perpArchivePublication,
  perpsPublication,
  type MidRowWire,
  type MidsHead,
  type PerpArchiveHead,
  type PerpsHead,
} from './publication.ts';
export {
  PERP_VENUE,
  type BookFound,
  type BookLevel,
  type PerpVenue,
  type SettledFunding,
  type SettledHours,
} from './venue-port.ts';
export const perpdex = feature({
  publications: [perpsPublication, midsPublication, perpArchivePublication, tradeFlowPublication],
  operations: [
    perpMeta,
    perpPrices,
    perpFundingRates,
    perpOpenInterest,
    perpBook,
    perpSummary,
    tradeFlow,
    tradeFlowUniverse,
    dailyPerpdex,
  ],
  families: {
    perpdex: 'The perp venue: perps, prices, funding, open interest, books, taker flow, candles.',
    daily: 'Snapshots of the day.',
  },
});
