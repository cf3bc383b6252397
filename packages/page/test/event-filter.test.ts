/** The filter of the tape: types, coin and least size of events. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

interface Filter {
  readonly types: readonly string[] | undefined;
  readonly coin: string;
  readonly least: number;
}
interface Event {
  readonly type: string;
  readonly symbol: string;
  readonly usd?: number | null;
}
interface Filters {
  readonly typesOf: (text: string, known: readonly string[]) => readonly string[] | undefined;
  readonly fits: (event: Event, filter: Filter) => boolean;
  readonly queryOf: (filter: Filter, coins?: readonly string[]) => string | undefined;
}

// The page's own script, which has no types.
const { typesOf, fits, queryOf } = (await import(
  new URL('../src/js/event-filter.mjs', import.meta.url).href
)) as Filters;

const KNOWN = ['price_move', 'funding', 'liquidation'];
const ALL: Filter = { types: undefined, coin: '', least: 0 };
const events = fc.record({
  type: fc.constantFrom(...KNOWN, 'regime'),
  symbol: fc.constantFrom('BTC', 'kPEPE', 'MARKET'),
  usd: fc.option(fc.integer({ min: -1e7, max: 1e7 })),
});

describe('the filter of the tape', () => {
  it('takes types that there are, in their order, and all of them as no filter', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...KNOWN, 'x', '')), (asked) => {
        const types = typesOf(asked.join(','), KNOWN);
        const wanted = KNOWN.filter((type) => asked.includes(type));
        expect(types).toEqual(wanted.length === 0 || wanted.length === 3 ? undefined : wanted);
      }),
    );
  });

  it('lets fewer events pass with each part, and events without a size at any size', () => {
    fc.assert(
      fc.property(events, fc.subarray(KNOWN, { minLength: 1 }), fc.nat(1e7), (event, types, least) => {
        expect(fits(event, ALL)).toBe(true);
        expect(fits(event, { ...ALL, types })).toBe(types.includes(event.type));
        expect(fits(event, { ...ALL, coin: 'btc' })).toBe(event.symbol === 'BTC');
        expect(fits(event, { ...ALL, least })).toBe(event.usd === null || Math.abs(event.usd) >= least);
      }),
    );
  });

  it('asks the service for the same', () => {
    expect(queryOf(ALL)).toBeUndefined();
    expect(queryOf({ types: ['funding', 'liquidation'], coin: 'kpepe', least: 10_000 }, ['BTC', 'kPEPE'])).toBe(
      'types=funding,liquidation&symbols=kPEPE&min_usd=10000',
    );
    expect(queryOf({ ...ALL, coin: 'a&b' })).toBe('symbols=A%26B');
  });
});
