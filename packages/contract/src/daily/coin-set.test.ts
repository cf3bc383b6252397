import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedPerp, OtherVenues, PerpVenueName } from '../venues-port.ts';
import { coinSet, coinsOf, fundingOf, LISTED, liquidationsOf } from './coin-set.ts';
import type { CoinRowWire, ForcedRowWire, RatedPerp } from './parts.ts';

const perp = (coin: string, fundingRate: number, intervalHours = 1, venue: PerpVenueName = 'perpdex'): RatedPerp => ({
  symbol: coin,
  coin,
  venue,
  mark: 1,
  index: 1,
  fundingRate,
  intervalHours,
  nextFundingAt: 0,
  openInterest: 1,
  dayNotional: 1,
});
const closed = (symbol: string, usd: number) => ({ symbol, usd }) as ForcedRowWire;
const coin = (id: string, symbol: string) => ({ id, symbol }) as CoinRowWire;

/** Venues that answer with these perps and pairs, or not. */
function venues(
  perps: readonly ListedPerp[] | null,
  bases: readonly string[] | null,
  why: 'away' | 'no_source' = 'away',
) {
  const not = { ok: false, why, reason: 'the source did not answer in time', asOf: null } as const;
  const answered = { ok: true, asOf: 1, isFresh: true, dataSource: 'live' } as const;
  const terms = (base: string) => ({ base, isTrading: base !== 'HALTED' });
  return {
    perps: async () => (perps === null ? { ...not, known: perps ?? [] } : { ...answered, rows: perps }),
    pairs: async () => (bases === null ? not : { ...answered, rows: bases.map(terms) }),
  } as unknown as OtherVenues;
}

describe('the coins of an exchange', () => {
  it('are its perps, or the bases of its pairs that trade; all is no set', async () => {
    const otherVenues = venues([perp('BTC', 0), perp('kPEPE', 0)], ['BTC', 'HALTED']);
    expect(await coinSet(otherVenues, 'perpdex')).toEqual({ ok: true, value: new Set(['BTC', 'kPEPE']) });
    expect(await coinSet(otherVenues, 'dexb')).toEqual({ ok: true, value: new Set(['BTC', 'kPEPE']) });
    expect(await coinSet(otherVenues, 'cexa_spot')).toEqual({ ok: true, value: new Set(['BTC']) });
    expect(await coinSet(otherVenues, 'all')).toEqual({ ok: true, value: undefined });
  });

  it('[#251] are a 503 while they have not loaded, never everything', async () => {
    for (const name of ['perpdex', 'cexa_spot', 'dexb'] as const) {
      const away = await coinSet(venues(null, null), name);
      expect(away).toMatchObject({ error: { status: 503, body: { detail: { error: 'warming_up' } } } });
      const never = await coinSet(venues(null, null, 'no_source'), name);
      expect(never).toMatchObject({ error: { status: 503, body: { detail: { error: 'source_unavailable' } } } });
    }
    expect(await coinSet(venues(null, null), 'all')).toEqual({ ok: true, value: undefined });
  });
});

describe('lists of the snapshot', () => {
  const set = new Set(['BTC', 'kPEPE']);

  it('have a coin by whichever name, and of several with one ticker the first', () => {
    const coins = [coin('bitcoin', 'BTC'), coin('pepe', 'PEPE'), coin('pepe-2', 'PEPE'), coin('ether', 'ETH')];
    expect(coinsOf(set, coins).map(({ id }) => id)).toEqual(['bitcoin', 'pepe']);
    expect(coinsOf(undefined, coins)).toEqual(coins);
    expect(liquidationsOf(set, [closed('PEPE', 1), closed('ETH', 9), closed('kPEPE', 2)])).toEqual([
      closed('kPEPE', 2),
      closed('PEPE', 1),
    ]);
    expect(fundingOf(new Set(['PEPE']), [perp('kPEPE', 0.1), perp('BTC', 0.2)]).map((funding) => funding.coin)).toEqual(
      ['kPEPE'],
    );
  });

  it('order funding by the largest absolute rate an hour of any venue; perps without a rate do not count', () => {
    const perps = [
      perp('A', -0.02),
      perp('A', 0.04, 8, 'cexa'),
      perp('B', 0.03),
      perp('C', NaN),
      perp('D', -0.16, 4, 'dexb'),
    ];
    expect(
      fundingOf(undefined, perps).map(({ coin: name, maxRate1h, perps }) => [name, maxRate1h, perps.length]),
    ).toEqual([
      ['D', 0.04, 1],
      ['B', 0.03, 1],
      ['A', 0.02, 2],
    ]);
  });

  it('[#248] never exceed 100, and keep the largest', () => {
    const names = fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { maxLength: 300 });
    fc.assert(
      fc.property(names, fc.boolean(), (numbers, isAll) => {
        const all = numbers.map((n) => `C${n}`);
        const chosen = isAll ? undefined : new Set(all);
        const funding = fundingOf(
          chosen,
          numbers.map((n) => perp(`C${n}`, n % 2 === 0 ? n : -n)),
        );
        const forced = liquidationsOf(
          chosen,
          numbers.map((n) => closed(`C${n}`, n)),
        );
        const largest = numbers.toSorted((a, b) => b - a).slice(0, LISTED);
        expect(LISTED).toBe(100);
        expect(funding.map(({ maxRate1h }) => maxRate1h)).toEqual(largest);
        expect(forced.map(({ usd }) => usd)).toEqual(largest);
      }),
      { numRuns: 30 },
    );
  });
});
