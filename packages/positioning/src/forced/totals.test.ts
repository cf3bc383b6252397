import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forcedTotals, forcedUsd, type ForcedClose } from './totals.ts';

const VENUES = ['a', 'b', 'c'];
const closes = fc.array(
  fc.record({
    venue: fc.constantFrom('a', 'b', 'c', 'other'),
    coin: fc.constantFrom('BTC', 'ETH', 'kPEPE'),
    side: fc.constantFrom('long' as const, 'short' as const),
    usd: fc.integer({ min: 1, max: 1e9 }),
    time: fc.integer({ min: 0, max: 100 }),
  }),
  { maxLength: 60 },
);

/** The definition; sums of whole dollars are exact in any order. */
function naive(list: readonly ForcedClose[], isIn: (close: ForcedClose) => boolean) {
  const inside = list.filter((one) => VENUES.includes(one.venue) && one.time > 20 && one.time <= 80 && isIn(one));
  const of = (side: string) => inside.filter((one) => one.side === side);
  return {
    longUsd: of('long').reduce((sum, { usd }) => sum + usd, 0),
    shortUsd: of('short').reduce((sum, { usd }) => sum + usd, 0),
    longs: of('long').length,
    shorts: of('short').length,
    largestUsd: Math.max(0, ...inside.map(({ usd }) => usd)),
    lastTime: inside.length === 0 ? NaN : Math.max(...inside.map(({ time }) => time)),
  };
}

describe('totals of forced closes', () => {
  it('are the sums of the closes within the window, by coin, venue and side', () => {
    fc.assert(
      fc.property(closes, (list) => {
        const totals = forcedTotals(list, VENUES, 20, 80);
        expect(totals).toMatchObject(naive(list, () => true));
        expect(totals.venues.map(({ venue }) => venue)).toEqual(VENUES);
        for (const one of totals.venues) expect(one).toMatchObject(naive(list, ({ venue }) => venue === one.venue));
        for (const one of totals.coins) {
          expect(one).toMatchObject(naive(list, ({ coin }) => coin === one.coin));
          const sum = one.venues.reduce((usd, share) => usd + forcedUsd(share), 0);
          expect(sum).toBe(forcedUsd(one));
          for (const share of one.venues) {
            expect(share).toMatchObject(naive(list, ({ coin, venue }) => coin === one.coin && venue === share.venue));
          }
        }
        const usd = totals.coins.map(forcedUsd);
        expect(usd).toEqual(usd.toSorted((a, b) => b - a));
      }),
    );
  });

  it('do not depend on the order of the closes', () => {
    fc.assert(
      fc.property(closes, (list) => {
        expect(forcedTotals(list.toReversed(), VENUES, 0, 100)).toEqual(forcedTotals(list, VENUES, 0, 100));
      }),
    );
  });

  it('add whole dollars to the dollar', () => {
    const one = { venue: 'a', coin: 'BTC', time: 50 } as const;
    const list: ForcedClose[] = [
      { ...one, side: 'long', usd: 1000 },
      { ...one, side: 'short', usd: 250 },
      { ...one, side: 'long', usd: 3, venue: 'b' },
      { ...one, side: 'long', usd: 9, time: 20 },
    ];
    const { longUsd, shortUsd, coins } = forcedTotals(list, VENUES, 20, 80);
    expect([longUsd, shortUsd, coins[0]!.venues.map((share) => [share.venue, share.longUsd])]).toEqual([
      1003,
      250,
      [
        ['a', 1000],
        ['b', 3],
      ],
    ]);
  });
});
