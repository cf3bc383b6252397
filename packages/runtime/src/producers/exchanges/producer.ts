/** Venue figures every five minutes: open interest, volume, funding of BTC, markets. */

import { venueStatsPublication, venueStatsRow, type VenueStats } from '@barograph/contract';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SourceError, type Market, CADENCES_V1 } from '@barograph/sources';
import { jsonText } from '@barograph/store';
import type { MarketReader } from '../../market-reader.ts';
import type { Producer } from '../../producer.ts';
import { answered } from '../answered.ts';

const YEAR_HOURS = (365 * DAY_MS) / HOUR_MS;

/** Sum of the known values; NaN without any. */
function sumKnown(values: readonly number[]): number {
  const known = values.filter((value) => Number.isFinite(value));
  return known.length === 0 ? NaN : known.reduce((sum, value) => sum + value, 0);
}

async function ofPerpVenue(market: MarketReader, asOf: number): Promise<VenueStats | undefined> {
  const rows = await answered(market.read('contexts', { asOf }));
  if (rows === null) return undefined;
  const perps = rows.perps.filter(({ isDelisted }) => !isDelisted);
  return {
    slug: 'perpdex',
    openInterest: sumKnown(perps.map(({ openInterest, mark }) => openInterest * mark)),
    volume: sumKnown(perps.map(({ dayNotional }) => dayNotional)),
    btcFunding: (perps.find(({ symbol }) => symbol === 'BTC')?.fundingRate1h ?? NaN) * YEAR_HOURS,
    markets: perps.length,
    note: null,
    asOf: rows.provenance.asOf,
  };
}

async function ofSecond(market: MarketReader, asOf: number): Promise<VenueStats | undefined> {
  const rows = await answered(market.read('venuePerps', { venue: 'dexb', asOf }));
  if (rows === null) return undefined;
  const { perps } = rows;
  const { fundingRate = NaN, intervalHours = NaN } = perps.find(({ coin }) => coin === 'BTC') ?? {};
  return {
    slug: 'dexb',
    openInterest: NaN,
    volume: sumKnown(perps.map(({ dayNotional }) => dayNotional)),
    btcFunding: (fundingRate * YEAR_HOURS) / intervalHours,
    markets: perps.length,
    note: null,
    asOf: rows.provenance.asOf,
  };
}

/** @returns an empty list for a market without any of these venues. */
export function exchangesProducers(market: Pick<Market, 'has'>): readonly Producer[] {
  if (!market.has('contexts') && !market.has('venuePerps')) return [];
  const producer: Producer = {
    name: 'exchanges',
    cadence: CADENCES_V1.every5Minutes,
    makeUp: { kind: 'latest' },
    reads: ['contexts', 'venuePerps'],
    needs: [],
    publishes: [venueStatsPublication.name],
    isHeavy: false,
    create:
      () =>
      async ({ asOf, market: source }) => {
        const found = [await ofPerpVenue(source, asOf), await ofSecond(source, asOf)].flatMap((stats) => stats ?? []);
        // Marks the earlier publication as not fresh.
        if (found.length === 0) throw new SourceError('no venue has brought its figures');
        const records = found.map((stats) => jsonText(venueStatsRow.encode(stats)));
        return { states: [], published: [{ name: venueStatsPublication.name, head: jsonText({}), records }] };
      },
  };
  return [producer];
}
