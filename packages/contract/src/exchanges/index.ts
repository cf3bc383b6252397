/** The venue directory. */

import { feature } from '../feature.ts';
import { exchangeDetail } from './get.ts';
import { exchangeList } from './list.ts';
import { venueStatsPublication } from './publication.ts';

export {
  DISCLOSURE,
  NEUTRAL_VENUES,
  VENUE_KINDS,
  VENUE_SLUGS,
  type VenueDirectory,
  type VenueEntry,
  type VenueSlug,
} from './entry.ts';
export { MEASURED_VENUES, VENUE_DIRECTORY, venueStatsPublication, type VenueStatsHead } from './publication.ts';
export { DEXB_NOTE, venueStatsRow, type VenueStats, type VenueStatsRowWire } from './row.ts';
export const exchanges = feature({
  publications: [venueStatsPublication],
  operations: [exchangeList, exchangeDetail],
  families: { venues: 'The venue directory.' },
});
