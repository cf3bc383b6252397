import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDerivatives } from './derivatives.ts';
import { createFlow } from './flow.ts';
import { createMarket } from './market.ts';
import { createSpotPairs } from './spot-pairs.ts';
import { createVenueForcedCloses } from './venue-forced.ts';
import { createVenuePerps } from './venue-perps.ts';
import { checkVenues, VENUES_V1 } from './venues-config.ts';

const market = createMarket();
const { start } = market.config;
const perps = createVenuePerps(market);
const pairs = createSpotPairs(market);
const NOW = start + 200 * DAY_MS;

const sum = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);

describe('takers of spot bars', () => {
  it('buy a share of each bar, minutes of an hour exactly as much as the hour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.constantFrom(...pairs.symbols), (hour, base) => {
        const from = start + hour * HOUR_MS;
        const whole = pairs.bars(base, '1h', from, from + HOUR_MS);
        const minutes = pairs.bars(base, '1m', from, from + HOUR_MS);
        fc.pre(whole.bars.length === 1);
        expect(sum(minutes.takerBuy) / whole.takerBuy[0]!).toBeCloseTo(1, 9);
        for (const { bars, takerBuy } of [whole, minutes]) {
          expect(takerBuy.every((units, i) => units >= 0 && units <= bars.volume[i]!)).toBe(true);
        }
        const part = pairs.bars(base, '1m', from + 7 * MINUTE_MS, from + 20 * MINUTE_MS);
        expect(part.takerBuy).toEqual(minutes.takerBuy.slice(7, 20));
      }),
      { numRuns: 40 },
    );
  });

  it('lean the way that price goes', () => {
    const { bars, takerBuy } = pairs.bars('BTC', '1h', start, NOW);
    const shares = (isUp: boolean): Float64Array =>
      takerBuy.map((units, i) => units / bars.volume[i]!).filter((_, i) => bars.close[i]! > bars.open[i]! === isUp);
    const [up, down] = [shares(true), shares(false)];
    expect(sum(up) / up.length).toBeGreaterThan(0.53);
    expect(sum(down) / down.length).toBeLessThan(0.47);
  });

  it('leave the bars as they are, and refuse what is no pair', () => {
    expect(pairs.bars('ETH', '1h', start, NOW).bars).toEqual(market.candles('ETH', 'cexa_spot', '1h', start, NOW));
    expect(() => pairs.bars('SOL', '1h', start, NOW)).toThrow(
      '"base" expected a spot listing of the market, got "SOL"',
    );
  });
});

describe('perps of the other venues', () => {
  it('list the coins of the law', () => {
    expect(perps.coins('cexa')).toContain('TRX');
    expect(perps.coins('cexa')).not.toContain('HYPE');
    expect(perps.coins('dexb')).not.toContain('CRV');
    expect(() => perps.perp('dexb', 'CRV', NOW)).toThrow('"coin" expected one that dexb lists, got "CRV"');
    expect(perps.perp('cexa', 'MATIC', start + 254 * DAY_MS)).toBeUndefined();
    expect(perps.perp('cexa', 'BTC', start)).toBeUndefined();
  });

  it('give the same and more behind them when asked later, whatever was asked before, to the bit', () => {
    const moment = fc.integer({ min: 0, max: 60 * 24 * 12 }).map((steps) => start + steps * 5 * MINUTE_MS);
    fc.assert(
      fc.property(moment, moment, moment, fc.constantFrom('BTC', 'CRV', 'TRX'), (a, b, c, coin) => {
        const [from, to, later] = [a, b, c].sort((x, y) => x - y) as [number, number, number];
        const fresh = createVenuePerps(market);
        for (const ask of ['openInterest', 'longShare'] as const) {
          const columnUntil = (market: typeof perps, until: number): Float64Array =>
            ask === 'longShare'
              ? market.longShare(coin, HOUR_MS, from, until).value
              : market.openInterest('cexa', coin, 5 * MINUTE_MS, from, until).value;
          const more = columnUntil(fresh, later);
          const less = columnUntil(perps, to);
          expect(more.subarray(0, less.length)).toEqual(less);
        }
        const { time, value } = perps.settlements('cexa', coin, from, later);
        expect(fresh.settlements('cexa', coin, from, to).value).toEqual(value.filter((_, i) => time[i]! <= to));
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['BTC', 8],
    ['SUI', 4],
    ['CRV', 1],
  ] as const)('settle %s every %i hours, and state the rate of the interval that runs', (coin, hours) => {
    const { time, value } = perps.settlements('cexa', coin, NOW, NOW + 2 * DAY_MS);
    expect([...time]).toEqual(Array.from({ length: 48 / hours }, (_, i) => NOW + (i + 1) * hours * HOUR_MS));
    expect(value.every((rate) => Math.abs(rate) < 0.001 * hours)).toBe(true);
    const state = perps.perp('cexa', coin, time[1]! - 1)!;
    expect(state).toMatchObject({ coin, intervalHours: hours, nextFundingAt: time[1]! });
    // A minute before the settlement all but its last hour are known.
    expect(Math.abs(state.fundingRate - value[1]!)).toBeLessThan(3e-5 * hours);
  });

  it('have the mean of their law as mean of their funding, whatever the interval', () => {
    for (const coin of ['BTC', 'SUI', 'CRV']) {
      const { value } = perps.settlements('cexa', coin, start, start + 400 * DAY_MS);
      const hourly = sum(value) / value.length / perps.intervalHours('cexa', coin);
      expect(hourly * 1e5).toBeGreaterThan(0.5);
      expect(hourly * 1e5).toBeLessThan(2);
    }
  });

  it('hold about the share of the law of the market’s own open interest', () => {
    const own = createDerivatives(market.config)('ETH', start, NOW).openInterest;
    const here = perps.openInterest('cexa', 'ETH', HOUR_MS, start, NOW).value;
    expect(here.length).toBe(own.length);
    const ratios = here.map((units, i) => Math.log(units / own[i]!));
    const mean = Math.exp(sum(ratios) / ratios.length);
    expect(mean / VENUES_V1.perps.cexa.openInterest.share).toBeGreaterThan(0.8);
    expect(mean / VENUES_V1.perps.cexa.openInterest.share).toBeLessThan(1.25);
  });

  it('have more long accounts than short ones, and fewer after a rise', () => {
    const { time, value } = perps.longShare('BTC', HOUR_MS, start + DAY_MS, NOW);
    expect(sum(value) / value.length).toBeGreaterThan(0.52);
    const { close } = market.candles('BTC', 'perpdex_perp', '1h', start, NOW);
    const rises = time.map((at) => {
      const i = Math.round((at - start) / HOUR_MS) - 1;
      return Math.log(close[i]! / close[Math.max(0, i - 24)]!);
    });
    const meanAfter = (isRise: boolean): number => {
      const some = value.filter((_, i) => (isRise ? rises[i]! > 0.03 : rises[i]! < -0.03));
      return sum(some) / some.length;
    };
    expect(meanAfter(true)).toBeLessThan(meanAfter(false) - 0.02);
  });
});

describe('forced closes of the other venues', () => {
  const flow = createFlow(market);
  const forced = createVenueForcedCloses(market, flow);
  const own = flow.forcedCloses('SOL', start, NOW);

  it.each(['cexa', 'cexb', 'dexb'] as const)('of %s are a share of the market’s own, on its sides', (venue) => {
    const closes = forced(venue, 'SOL', start, NOW);
    expect(closes.length / own.length).toBeGreaterThan(VENUES_V1.forced[venue].share - 0.1);
    expect(closes.length / own.length).toBeLessThan(VENUES_V1.forced[venue].share + 0.1);
    expect(new Set(closes.map(({ id }) => id)).size).toBe(closes.length);
    const sides = new Map(own.map(({ id, side }) => [`${venue}-SOL-${id}`, side]));
    expect(closes.every(({ id, side }) => sides.get(id) === side)).toBe(true);
    expect(closes.every(({ time }, i) => i === 0 || time >= closes[i - 1]!.time)).toBe(true);
  });

  it('are in exactly one of two spans that meet', () => {
    const all = forced('dexb', 'SOL', start, NOW).map(({ id }) => id);
    fc.assert(
      fc.property(fc.integer({ min: start, max: NOW }), (border) => {
        const parts = [forced('dexb', 'SOL', start, border), forced('dexb', 'SOL', border, NOW)];
        expect(parts.flat().map(({ id }) => id)).toEqual(all);
      }),
      { numRuns: 25 },
    );
  });

  it('are none of a perp that the venue does not list', () => {
    expect(forced('dexb', 'CRV', start, NOW)).toEqual([]);
    expect(forced('cexa', 'CRV', start, NOW).length).toBeGreaterThan(0);
  });
});

describe('the laws of the venues', () => {
  it.each([
    ['venues.taker.hour', { taker: { ...VENUES_V1.taker, hour: 0.4 } }],
    ['venues.accounts.persistence', { accounts: { ...VENUES_V1.accounts, persistence: 1 } }],
    [
      'venues.forced.cexb.delayMs',
      { forced: { ...VENUES_V1.forced, cexb: { ...VENUES_V1.forced.cexb, delayMs: 0.5 } } },
    ],
  ])('are refused by name: %s', (name, part) => {
    expect(() => checkVenues({ ...VENUES_V1, ...part })).toThrow(`"${name}"`);
  });
});
