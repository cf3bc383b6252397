import { HOUR_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../../../sources/src/market/listing.ts';
import { lookAtUniverse } from '../../../src/producers/news/listings.ts';

const PERPS = ['BTC', '1000BONK', 'kPEPE'];
const listed = (perps: readonly string[], spot: readonly string[]): readonly Listing[] => [
  ...perps.map((symbol): Listing => ({ symbol, venue: 'perpdex_perp' })),
  ...spot.map((symbol): Listing => ({ symbol, venue: 'cexa_spot' })),
];

describe('a look at the universe', () => {
  it('knows a coin of another venue by whatever multiple of it the perp has [#420]', () => {
    const first = lookAtUniverse(undefined, listed(PERPS, ['BTC', 'BONK']), PERPS, 0);
    expect(first.items).toEqual([]);
    const now = listed(PERPS, ['BTC', 'PEPE', 'WIF']);
    const { items } = lookAtUniverse(first.known, now, PERPS, HOUR_MS);
    expect(items.map(({ title, domain, stated }) => [title, domain, stated!.category, stated!.symbol])).toEqual([
      ['PEPE spot listed', 'cexa-spot', 'listing', 'kPEPE'],
      ['BONK spot delisted', 'cexa-spot', 'delisting', '1000BONK'],
    ]);
  });

  it('sees no listing in a perp that changes its multiple, and one in a new coin', () => {
    const first = lookAtUniverse(undefined, listed(['BTC', 'PEPE'], []), ['BTC', 'PEPE'], 0);
    const { items } = lookAtUniverse(
      first.known,
      listed(['BTC', 'kPEPE', 'SOL'], []),
      ['BTC', 'SOL', 'kPEPE'],
      HOUR_MS,
    );
    expect(items.map(({ stated }) => [stated!.category, stated!.symbol])).toEqual([['listing', 'SOL']]);
  });
});
