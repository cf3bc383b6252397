/** Published figures of venues, and the port of the directory. */

import { Type } from 'typebox';
import type { Context } from '../context.ts';
import { port } from '../context.ts';
import { publication } from '../published.ts';
import type { VenueDirectory, VenueSlug } from './entry.ts';
import { venueStats, venueStatsRow, type VenueFound, type VenueStatsRowWire } from './row.ts';

/** Empty head of the figures. */
export type VenueStatsHead = Readonly<Record<string, never>>;

/** Publication of the figures of measured venues. */
export const venueStatsPublication = publication<VenueStatsRowWire, VenueStatsHead>(
  'venue-stats',
  'venue-stats-snapshot/1',
  { head: Type.Object({}), record: venueStatsRow.schema },
);

/** Venues with measured figures. */
export const MEASURED_VENUES: readonly VenueSlug[] = ['perpdex', 'dexb'];

/** Port of the venue directory. */
export const VENUE_DIRECTORY = port<VenueDirectory>('venue directory');

/** Every venue with its figures; the figures of a measured venue are null before the first publication. */
export function venuesFound(context: Context): readonly VenueFound[] {
  const records = context.latest(venueStatsPublication)?.records ?? [];
  const nothing = { openInterest: NaN, volume: NaN, btcFunding: NaN, markets: NaN, note: null, asOf: null };
  return context.use(VENUE_DIRECTORY).entries.map((entry) => {
    const { slug } = entry;
    if (!MEASURED_VENUES.includes(slug)) return { ...entry, stats: null };
    const known = records.find(({ value }) => value.slug === slug)?.value.stats;
    return { ...entry, stats: known ?? venueStats.encode({ slug, ...nothing }) };
  });
}
