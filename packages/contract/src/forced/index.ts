/** Liquidations of all venues: totals by base coin. */

import { feature } from '../feature.ts';
import { forcedPublication } from './publication.ts';
import { liquidationTotals } from './totals.ts';

export { FORCED_STATUSES, FORCED_VENUES, type ForcedStatus, type ForcedVenue } from './config.ts';
export { FORCED_SOURCES, forcedPublication, type ForcedHead, type ForcedSources } from './publication.ts';
export {
  forcedRow,
  forcedTotalsBody,
  forcedVenueRow,
  type ForcedRowWire,
  type ForcedTotalsWire,
  type ForcedVenueState,
  type ForcedVenueWire,
} from './row.ts';
export const forced = feature({
  publications: [forcedPublication],
  operations: [liquidationTotals],
  families: { 'market-intelligence': 'What venues have in common, set side by side.' },
});
